import { open } from 'node:fs/promises';
import type { Download } from '../../platform/http-client.ts';
import type { Bucket } from './bucket.ts';
import { LONGEST_ROW, rowAt } from './listing.ts';

const MEGABYTE = 1024 * 1024;

/**
 * How much of the list to request before all of it (85 MB and more). A megabyte has some 20,000 rows, more than a usual
 * day changes; 16 megabytes cover the repeated import of a large database.
 */
export const LIST_HEADS: readonly number[] = [MEGABYTE, 16 * MEGABYTE];

export interface ListQuestion {
  /** Rows dated earlier are not needed. */
  readonly floor: number;
  readonly etag: string | null;
  readonly listHeads: readonly number[];
}

/**
 * Reads the bucket's list down to `floor` at least. Rows are sorted newest first, so the rest is not needed. Each
 * attempt starts over, because the list may be replaced in between.
 */
export async function listDownTo(
  bucket: Bucket,
  { floor, etag, listHeads }: ListQuestion,
  signal: AbortSignal,
): Promise<Download> {
  for (const bytes of Number.isFinite(floor) ? listHeads : []) {
    await using unused = new AsyncDisposableStack();
    const head = unused.use(await bucket.listHead(bytes, signal, etag));
    const isEnough = await tellsEnough(head, floor, etag);
    if (isEnough) unused.move();
    if (isEnough) return head;
    // Without working range requests, another attempt would not help.
    if (head.partial !== true) break;
  }
  return bucket.list('', signal, etag);
}

async function tellsEnough({ file, status, partial }: Download, floor: number, etag: string | null): Promise<boolean> {
  if (file === null) return status === 304 && etag !== null;
  return partial !== true || (await reachesBelow(file.path, file.size, floor));
}

/** Compares the last whole row. Returns false if the first or last row is invalid. */
async function reachesBelow(path: string, size: number, floor: number): Promise<boolean> {
  await using file = await open(path);
  const bytes = Buffer.alloc(Math.min(size, 2 * LONGEST_ROW));
  await file.read(bytes, 0, bytes.length, 0);
  const first = rowAt(bytes.subarray(0, Math.max(0, bytes.indexOf('\n'))));
  await file.read(bytes, 0, bytes.length, size - bytes.length);
  const end = bytes.lastIndexOf('\n');
  const last = end <= 0 ? null : rowAt(bytes.subarray(bytes.lastIndexOf('\n', end - 1) + 1, end));
  return first !== null && last !== null && last.modified < floor;
}
