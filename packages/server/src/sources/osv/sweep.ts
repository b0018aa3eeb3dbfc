import type { SourceDeps, SourceItem } from '../source.ts';
import type { Bucket } from './bucket.ts';
import { writtenAt } from './delta.ts';
import { dueAmong, fetchRows, recordToStore, rowsRead } from './due.ts';
import { type ListedRow, listingRows } from './listing.ts';
import { longestPause } from './pauses.ts';
import type { OsvDocument } from './schema.ts';

/** One run of the exporter: its objects are not written all at once. */
const EXPORT_MS = 15 * 60_000;
const DAY = 24 * 3_600_000;

/**
 * Every list against what we have. Files of the bucket are never deleted, so that only the lists tell what is gone: a
 * record that neither its ecosystem's list nor that of the whole bucket names. Two are asked because single ones have
 * been short (osv.dev issues 2883 and 3125).
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
    // Only the whole bucket's list is written anew with every run.
    if (directory === '') asOf = Math.min(asOf, moment.listedAt);
    let newest = Number.NEGATIVE_INFINITY;
    const days = new Set<number>();
    let records = 0;
    for await (const block of listingRows(list.file?.path ?? '', directory)) {
      signal.throwIfAborted();
      const rows: ListedRow[] = [];
      for (const row of block) {
        // Whose row it was cannot be told: nothing will be taken for removed.
        if ('unreadable' in row) yield row;
        else {
          records += 1;
          // One that is dated ahead would hide for years that nothing else moves.
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
