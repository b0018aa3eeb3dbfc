import type { Expected, SourceItem, SourceRecord, Unreadable } from '../sources/source.ts';

export interface Batch<T> {
  readonly records: readonly SourceRecord<T>[];
  readonly unreadable: readonly Unreadable[];
  /** To be stored together with the batch. */
  readonly checkpoint: string | null;
}

/** Everything there is has been yielded in batches before. */
export interface Listed {
  readonly listed: ReadonlySet<string>;
  /** Entries that could not be read, not even their key. */
  readonly anonymous: number;
}

/**
 * Gathers what a source yields. When the source fails, what it yielded before comes out first: evidence always lands.
 * Of two records with one key in one run the first counts, since which is meant cannot be told, and taking both in turn
 * would make two versions of it with every run.
 */
export async function* inBatches<T>(
  items: AsyncIterable<SourceItem<T>>,
  size: number,
): AsyncGenerator<Expected | Batch<T> | Listed> {
  const keys = new Set<string>();
  let anonymous = 0;
  let records: SourceRecord<T>[] = [];
  let unreadable: Unreadable[] = [];
  const waiting = () => records.length + unreadable.length;

  function take(checkpoint: string | null = null): Batch<T> {
    const batch = { records, unreadable, checkpoint };
    records = [];
    unreadable = [];
    return batch;
  }

  function add(item: SourceRecord<T> | Unreadable): void {
    if ('unreadable' in item) {
      unreadable.push(item);
      if (item.key === undefined) anonymous += 1;
    } else if (keys.has(item.key)) {
      unreadable.push({ unreadable: 'second record of this key in one run', raw: item.raw, key: item.key });
    } else {
      records.push(item);
    }
    if (item.key !== undefined) keys.add(item.key);
  }

  try {
    for await (const item of items) {
      if ('expected' in item) yield item;
      else if ('checkpoint' in item) yield take(item.checkpoint);
      else if ('complete' in item) {
        if (waiting() > 0) yield take();
        yield { listed: keys, anonymous };
      } else {
        add(item);
        if (waiting() === size) yield take();
      }
    }
  } catch (error) {
    if (waiting() > 0) yield take();
    throw error;
  }
  if (waiting() > 0) yield take();
}
