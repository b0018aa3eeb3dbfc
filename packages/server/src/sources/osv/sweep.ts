import type { SourceDeps, SourceItem } from '../source.ts';
import type { Bucket } from './bucket.ts';
import { writtenAt } from './delta.ts';
import { dueAmong, fetchRows, recordToStore, rowsRead } from './due.ts';
import { type ListedRow, listingRows } from './listing.ts';
import { longestPause } from './pauses.ts';
import type { OsvDocument } from './schema.ts';

/** An exporter run does not write its objects all at once. */
const EXPORT_MS = 15 * 60_000;
const DAY = 24 * 3_600_000;

/**
 * Compares every list with our records. Files are never deleted, so only lists reveal removals: a record is gone if
 * neither its ecosystem's list nor the bucket's has it. Both are needed, because single lists have been short (osv.dev
 * issues 2883 and 3125).
 */
export async function* sweepOsv(
  bucket: Bucket,
  { held, now }: SourceDeps,
  signal: AbortSignal,
): AsyncGenerator<SourceItem<OsvDocument>> {
  const seen = new Set<string>();
  let asOf = now().getTime();
  for (const directory of [...(await bucket.directories(signal)), '']) {
    await using list = await bucket.list(directory, signal);
    const moment = { listedAt: writtenAt(list, now()), now: now().getTime() };
    // Only the bucket's list is rewritten with every run.
    if (directory === '') asOf = Math.min(asOf, moment.listedAt);
    let newest = Number.NEGATIVE_INFINITY;
    const days = new Set<number>();
    let records = 0;
    for await (const block of listingRows(list.file?.path ?? '', directory)) {
      signal.throwIfAborted();
      const rows: ListedRow[] = [];
      for (const row of block) {
        // Nobody knows whose row it was, so nothing may count as removed.
        if ('unreadable' in row) yield row;
        else {
          records += 1;
          // A row dated in the future would hide for years that nothing else changes.
          if (row.modified <= moment.now) {
            newest = Math.max(newest, row.modified);
            days.add(Math.floor(row.modified / DAY));
          }
          if (!seen.has(row.id)) rows.push(row);
          seen.add(row.id);
        }
      }
      const read = await rowsRead(bucket, held, rows);
      const due = await dueAmong(held, read, moment);
      for (const { id } of read) if (!due.has(id)) yield { present: id };
      for await (const fetched of fetchRows(bucket, due.values(), signal)) {
        yield recordToStore(fetched) ?? { present: fetched.row.id };
      }
    }
    if (directory !== '') {
      // An ecosystem can stand still for months while the export goes on (osv.dev issue 5935).
      const changedAt = Number.isFinite(newest) ? new Date(newest) : null;
      yield { part: directory, size: records, changedAt, pauseSeconds: longestPause(days) };
    }
  }
  yield { complete: true, asOf: new Date(asOf - EXPORT_MS) };
}
