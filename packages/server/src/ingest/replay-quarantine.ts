import { type Quarantined, quarantinedBytes } from '../queries/evidence-quarantine.ts';
import { newestVersion } from '../queries/evidence-version.ts';
import { SECOND_RECORD, type SourceRecord } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import { sha256 } from '../store/packing.ts';
import { leaveQuarantine } from '../store/quarantine.ts';
import { recordRun, storedSourceNumber } from '../store/runs.ts';
import { canonicalJson } from './canonical-json.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import { openPacker } from './packer.ts';
import { isOfTheRecords } from './save-with-bisection.ts';
import { compareLocked, prepareRecords, writeRecords } from './store-records.ts';

export interface ReplayDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/** The first two leave the quarantine, the others stay. */
export type Replayed =
  | { readonly outcome: 'stored' }
  /** It is what we have, byte for byte or in another wrapping. */
  | { readonly outcome: 'known' }
  /** It can be read, but what we have came later. */
  | { readonly outcome: 'older' }
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Reads kept bytes by the rules of now, and stores them like any record if they say something new. */
export async function replayQuarantined({ db, now }: ReplayDeps, feed: Feed, kept: Quarantined): Promise<Replayed> {
  if (kept.reason === SECOND_RECORD) return unreadable(kept.reason);
  const raw = await quarantinedBytes(db, kept.rawSha256);
  if (raw === null) return unreadable('is gone');
  const read = feed.source.reread?.({ raw, key: kept.key, now: now() }) ?? { unreadable: kept.reason };
  if ('unreadable' in read) return unreadable(read.unreadable);
  if (kept.key !== null && read.key !== kept.key) return unreadable(`calls itself ${read.key}`);
  try {
    return await store({ db, now }, feed, kept, read);
  } catch (error) {
    if (!isOfTheRecords(error)) throw error;
    return unreadable(`cannot be stored: ${describeError(error)}`);
  }
}

async function store(
  { db, now }: ReplayDeps,
  feed: Feed,
  kept: Quarantined,
  record: SourceRecord<unknown>,
): Promise<Replayed> {
  const source = await storedSourceNumber(db, feed.source.id);
  const into = { feed, source, packer: await openPacker(db, source), lagging: true };
  const { unreadable: unparsed, ...preparation } = await prepareRecords(db, into, [record]);
  if (unparsed[0] !== undefined) return unreadable(unparsed[0].unreadable);
  const contentSha256 = sha256(canonicalJson(record.value, feed.source.volatile));
  return db.transaction().execute(async (trx): Promise<Replayed> => {
    const { changed } = await compareLocked(trx, into, preparation);
    const current = await newestVersion(trx, source, record.key);
    const known = current?.contentSha256?.equals(contentSha256) === true;
    if (!known && (changed.length === 0 || (current !== null && current.observedAt >= kept.lastSeen))) {
      return { outcome: 'older' };
    }
    if (!known) {
      const run = await recordRun(trx, source, now(), { seen: 1, changed: 1, removed: 0, unreadable: 0 });
      await writeRecords(trx, into, run, changed, now());
    }
    await leaveQuarantine(trx, source, kept.rawSha256);
    return { outcome: known ? 'known' : 'stored' };
  });
}

function unreadable(reason: string): Replayed {
  return { outcome: 'unreadable', reason };
}
