import type { Download } from '../../platform/http-client.ts';
import { readPosition } from '../position.ts';
import type { SourceDeps, SourceItem } from '../source.ts';
import type { Bucket } from './bucket.ts';
import { type DueRow, dueAmong, fetchRows, isAsListed, recordToStore, rowsRead } from './due.ts';
import { listDownTo } from './list-head.ts';
import { type ListedRow, listingRows } from './listing.ts';
import { OsvDeltaPosition, type OsvDocument } from './schema.ts';

const HOUR = 3_600_000;

/**
 * Looks again at rows this much older than the watermark. A late record appears under its home database's date (osv.dev
 * pull request 4344), among rows already read, and the order within a second is arbitrary. Records that we have cost no
 * request.
 */
const LOOK_BACK_MS = 24 * HOUR;

/**
 * How long the position waits for a file that does not match its row. Then it moves on; the row is retried while it is
 * in sight, and after that by the sweep.
 */
const PATIENCE_MS = 6 * HOUR;

const STRIDE = 500;

/** Reads records that the bucket lists and we lack, oldest first, so that an interrupted run can continue. */
export async function* readOsvDelta(
  bucket: Bucket,
  { held, now, log }: SourceDeps,
  since: string | null,
  signal: AbortSignal,
  listHeads: readonly number[],
): AsyncGenerator<SourceItem<OsvDocument>> {
  const last = readPosition(OsvDeltaPosition, since);
  const watermark = last === null ? Number.NEGATIVE_INFINITY : Math.min(Date.parse(last.watermark), now().getTime());
  const floor = watermark - LOOK_BACK_MS;
  await using list = await listDownTo(bucket, { floor, etag: last?.etag ?? null, listHeads }, signal);
  if (list.file === null) return;
  const moment = { listedAt: writtenAt(list, now()), now: now().getTime() };
  const { due, newest, bad } = await dueRows();
  if (bad > 0) log.warn({ source: 'osv', rows: bad }, 'rows of a list cannot be read');

  const openSince = last?.openSince ?? null;
  const patient = openSince === null || moment.now - Date.parse(openSince) < PATIENCE_MS;
  let open = 0;
  let oldestOpen = Number.POSITIVE_INFINITY;
  const positionAt = (reached: number, etag: string | null) => {
    const settled = Math.max(watermark, Math.min(reached, moment.now, oldestOpen));
    return JSON.stringify({
      etag: open === 0 ? etag : null,
      watermark: new Date(settled).toISOString(),
      openSince: open === 0 ? null : (openSince ?? new Date(moment.now).toISOString()),
    } satisfies OsvDeltaPosition);
  };
  for (let at = 0; at < due.length; at += STRIDE) {
    const stride = due.slice(at, at + STRIDE);
    for await (const fetched of fetchRows(bucket, stride, signal)) {
      const worth = recordToStore(fetched);
      if (worth !== null) yield worth;
      if (isAsListed(fetched)) continue;
      open += 1;
      if (patient) oldestOpen = Math.min(oldestOpen, fetched.row.modified);
    }
    yield { checkpoint: positionAt(stride.at(-1)?.modified ?? watermark, null) };
  }
  if (open > 0) log.info({ source: 'osv', files: open }, 'files are older than the list says');
  yield { checkpoint: positionAt(newest, list.etag) };

  async function dueRows(): Promise<{ due: DueRow[]; newest: number; bad: number }> {
    const due: DueRow[] = [];
    const seen = new Set<string>();
    let newest = watermark;
    let bad = 0;
    for await (const block of listingRows(list.file?.path ?? '', '', list.partial)) {
      signal.throwIfAborted();
      const rows: ListedRow[] = [];
      for (const row of block) {
        if ('unreadable' in row) bad += 1;
        else if (row.modified >= floor && !seen.has(row.id)) {
          seen.add(row.id);
          rows.push(row);
          newest = Math.max(newest, row.modified);
        }
      }
      for (const row of (await dueAmong(held, await rowsRead(bucket, held, rows), moment)).values()) due.push(row);
      const end = block.findLast((row) => 'id' in row);
      if (end !== undefined && end.modified < floor) break;
    }
    return { due: due.sort((a, b) => a.modified - b.modified), newest, bad };
  }
}

/** Unchanged objects are not uploaded again, so a list may be as old as it says. */
export function writtenAt({ lastModified }: Download, now: Date): number {
  const written = Date.parse(lastModified ?? '');
  return Math.min(Number.isFinite(written) ? written : now.getTime(), now.getTime());
}
