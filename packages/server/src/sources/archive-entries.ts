import type { ZipEntry } from '../platform/zip.ts';
import type { SourceDeps, Unchanged } from './source.ts';

interface RecordEntry {
  readonly entry: ZipEntry;
  /** Unique. Null if the entry must be read in any case: it is not a record, or repeats a key. */
  readonly key: string | null;
}

const PAGE = 1_000;

/** Skips entries whose checksum and size match what we have, and yields their keys instead. */
export async function* passingUnchanged<Entry extends RecordEntry>(
  entries: AsyncIterable<Entry>,
  unchanged: SourceDeps['unchanged'],
): AsyncGenerator<Entry | Unchanged> {
  if (unchanged === undefined) {
    yield* entries;
    return;
  }
  let page: Entry[] = [];
  try {
    for await (const entry of entries) {
      page.push(entry);
      if (page.length < PAGE) continue;
      const full = page;
      page = [];
      yield* judged(full, unchanged);
    }
  } catch (error) {
    // Entries before the broken part of an archive still count.
    yield* judged(page, unchanged);
    throw error;
  }
  yield* judged(page, unchanged);
}

async function* judged<Entry extends RecordEntry>(
  page: readonly Entry[],
  unchanged: NonNullable<SourceDeps['unchanged']>,
): AsyncGenerator<Entry | Unchanged> {
  const sums = page.flatMap(({ entry: { refused, crc32, size }, key }) =>
    key === null || refused !== null ? [] : [{ key, crc32, size }],
  );
  const same = sums.length === 0 ? new Set<string>() : await unchanged(sums);
  if (same.size > 0) yield { unchanged: [...same] };
  for (const one of page) if (one.key === null || !same.has(one.key)) yield one;
}
