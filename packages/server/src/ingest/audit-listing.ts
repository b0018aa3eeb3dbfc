import type { Db } from '../store/database.ts';
import { heldRecords } from '../store/held.ts';
import { keepReconciliation, newestScores, unreadableKeys } from '../store/reconciliations.ts';
import { liveRecords, type Run } from '../store/runs.ts';

export interface Reconciling {
  readonly db: Db;
  readonly now: () => Date;
}

/** A complete listing against what we have, once what it brought is stored and what it lacks is dealt with. */
export interface ListedIds {
  readonly listed: ReadonlySet<string>;
  /** Records that we have, and how many of them are listed. */
  readonly live: number;
  readonly matching: number;
  /** Those that are not, and stay. */
  readonly extra: readonly string[];
  /** It is one listing of several in this run. */
  readonly partial?: boolean;
}

const EXAMPLES = 20;
const PAGE = 10_000;

export async function auditListing({ db, now }: Reconciling, run: Run, ids: ListedIds): Promise<void> {
  const { listed, live, matching, extra, partial = false } = ids;
  const missing = matching < listed.size ? await notHere(db, run.source, listed, listed.size - matching) : [];
  const known = missing.length > 0 ? await unreadableKeys(db, run.source) : new Set<string>();
  const lost = missing.filter((key) => !known.has(key));
  const counts = { listed: listed.size, live, missing: missing.length, unreadable: missing.length - lost.length };
  const examples = [...lost, ...extra].slice(0, EXAMPLES);
  const found = { basis: 'ids', ...counts, extra: extra.length, examples } as const;
  await keepReconciliation(db, run, found, now(), { added: partial });
}

/** Where the upstream tells no more than how many there are. */
export async function reconcileTotal({ db, now }: Reconciling, run: Run, total: number): Promise<void> {
  const live = await liveRecords(db, run.source);
  const missing = Math.max(0, total - live);
  const unreadable = missing > 0 ? Math.min(missing, (await unreadableKeys(db, run.source)).size) : 0;
  const counts = { listed: total, live, missing, unreadable, extra: Math.max(0, live - total) };
  await keepReconciliation(db, run, { basis: 'count', ...counts, examples: [] }, now());
}

/** A record of EPSS is a whole day: what can be lost are scores of the newest. One CVE may have been asked for besides. */
export async function reconcileScores({ db, now }: Reconciling, run: Run): Promise<void> {
  const scores = await newestScores(db);
  if (scores === null) return;
  const { listed, current } = scores;
  const counts = { listed, live: current, missing: Math.max(0, listed - current), unreadable: 0, extra: 0 };
  await keepReconciliation(db, run, { basis: 'count', ...counts, examples: [] }, now());
}

/** In pages, until all of them are found: a listing may have more than a million keys. */
async function notHere(db: Db, source: number, listed: Iterable<string>, count: number): Promise<string[]> {
  const missing: string[] = [];
  for (const page of splitPages(listed)) {
    const held = await heldRecords(db, source, page);
    for (const key of page) if (!held.has(key)) missing.push(key);
    if (missing.length >= count) break;
  }
  return missing;
}

function* splitPages(keys: Iterable<string>): Generator<string[]> {
  let page: string[] = [];
  for (const key of keys) {
    page.push(key);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
