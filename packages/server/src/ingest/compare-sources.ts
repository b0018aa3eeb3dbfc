import type { SourceId } from '@almanac/contract';
import { type ComparedSource, findLacking, type Lacking } from '../queries/lacking-records.ts';
import type { Db } from '../store/database.ts';
import { keepNotice } from '../store/source-notices.ts';
import type { Feed } from './feed.ts';

interface Comparison {
  /** How long a record may take from the one source to the other. */
  readonly graceDays: number;
  /** The share that may be lacking for good: NVD has never had some CVEs, and takes days over others. */
  readonly toleratedShare: number;
  readonly records: string;
}

const COMPARISONS: Readonly<Record<ComparedSource, Comparison>> = {
  nvd: { graceDays: 7, toleratedShare: 0.002, records: 'CVEs that the CVE list published over a week ago' },
  advisory: { graceDays: 3, toleratedShare: 0, records: 'GHSA ids that OSV has had for over three days' },
};

/** So few may be lacking in any case. */
const TOLERATED_RECORDS = 10;
const DAY_MS = 24 * 3_600_000;

/** Compares what a source has with what another one says that it must have, and keeps the difference as a warning. */
export async function compareSources(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  { source: { id }, comparesSources }: Feed,
  number: number,
): Promise<void> {
  if (comparesSources !== true || !isCompared(id)) return;
  const before = new Date(now().getTime() - COMPARISONS[id].graceDays * DAY_MS);
  const detail = describeLacking(id, await findLacking(db, id, before));
  await keepNotice(db, number, { noticed: 'RECORDS_LACKING', detail }, now());
}

function isCompared(id: SourceId): id is ComparedSource {
  return id in COMPARISONS;
}

/** Returns null if no more is lacking than may be. */
export function describeLacking(source: ComparedSource, { expected, lacking, examples }: Lacking): string | null {
  const { toleratedShare, records } = COMPARISONS[source];
  if (lacking <= Math.max(TOLERATED_RECORDS, expected * toleratedShare)) return null;
  return `${lacking} of ${expected} ${records} are not here, such as ${examples.join(', ')}`;
}
