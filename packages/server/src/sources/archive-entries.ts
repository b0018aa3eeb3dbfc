import type { ZipEntry } from '../platform/zip.ts';
import type { SourceDeps, Unchanged } from './source.ts';

/** An entry of an archive that is a record's. */
interface RecordEntry {
  readonly entry: ZipEntry;
  /** Each comes once. Null where the entry is to be read in any case: it is no record's, or the second of its key. */
  readonly key: string | null;
}

/** Entries that are compared with what we have by one query. */
const PAGE = 1_000;

/**
 * The entries of an archive, but for those with the checksum and the size of what we have: of these the keys.
 */
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
    // Where the archive is broken, what comes before that counts.
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
