import { inParallel } from '../../platform/http-client-parallel.ts';
import type { SourceDeps, Unreadable } from '../source.ts';
import type { Bucket } from './bucket.ts';
import type { ListedRow } from './listing.ts';
import type { OsvSourceRecord } from './record.ts';

export interface DueRow extends ListedRow {
  /** The date of our record; null if we have none. */
  readonly ours: number | null;
}

export interface ListMoment {
  readonly listedAt: number;
  readonly now: number;
}

const HOUR = 3_600_000;
const CLOCK_SKEW_MS = 10 * 60_000;

/** Compares date and ID, because the list has no reliable order. */
export async function dueAmong(
  held: SourceDeps['held'],
  rows: readonly ListedRow[],
  moment: ListMoment,
): Promise<Map<string, DueRow>> {
  const have = await held(rows.map(({ id }) => id));
  const due = new Map<string, DueRow>();
  for (const row of rows) {
    const ours = have.get(row.id)?.modified?.getTime() ?? null;
    if (isDue(row.modified, ours, moment)) due.set(row.id, { ...row, ours });
  }
  return due;
}

/**
 * Our record may be newer, because the API for single records is ahead of the export. However, a date listed long after
 * itself or in the future, and no longer listed, was a mistake that has been corrected.
 */
export function isDue(listed: number, ours: number | null, { listedAt, now }: ListMoment): boolean {
  if (ours === null || listed > ours) return true;
  return listed < ours && (ours < listedAt - HOUR || ours > now + CLOCK_SKEW_MS);
}

/**
 * Keeps rows of configured directories and of records that we have, because the bucket's list names only one of a
 * record's directories.
 */
export async function rowsRead(
  { reads }: Pick<Bucket, 'reads'>,
  held: SourceDeps['held'],
  rows: readonly ListedRow[],
): Promise<readonly ListedRow[]> {
  const others = rows.filter(({ directory }) => !reads(directory));
  if (others.length === 0) return rows;
  const have = await held(others.map(({ id }) => id));
  return rows.filter(({ directory, id }) => reads(directory) || have.has(id));
}

export interface FetchedRow {
  readonly row: DueRow;
  readonly found: OsvSourceRecord | Unreadable | null;
}

/** The client's connections per host. */
const WIDTH = 8;

export function fetchRows(bucket: Bucket, rows: Iterable<DueRow>, signal: AbortSignal): AsyncGenerator<FetchedRow> {
  return inParallel(rows, WIDTH, async (row) => ({ row, found: await bucket.record(row, signal) }));
}

/** The export is not atomic, so the file may be older than its row. */
export function isAsListed({ row, found }: FetchedRow): boolean {
  return found !== null && !('unreadable' in found) && found.modified.getTime() >= row.modified;
}

/** Returns the listed file, or an older one if its content is newer than ours. */
export function recordToStore(fetched: FetchedRow): OsvSourceRecord | Unreadable | null {
  const { row, found } = fetched;
  if (found === null || 'unreadable' in found || isAsListed(fetched)) return found;
  return row.ours === null || found.modified.getTime() > row.ours ? found : null;
}
