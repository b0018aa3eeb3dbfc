import { turns } from '../platform/in-slices.ts';
import {
  type Announced,
  type Checkpoint,
  type Expected,
  type LazyRecord,
  type Noticed,
  type Part,
  SECOND_RECORD,
  type SourceItem,
  type SourceRecord,
  type Total,
  type Unreadable,
} from '../sources/source.ts';

/** A record of whatever kind that was not seen in this run before. */
export type Arrived<T> = SourceRecord<T> | LazyRecord<T>;

export interface Batch<T> {
  readonly records: readonly Arrived<T>[];
  readonly unreadable: readonly Unreadable[];
  /** How many came besides that were known to be what we have. */
  readonly unchanged: number;
  /** To be stored together with the batch. */
  readonly checkpoint: Checkpoint | null;
}

/** Everything there is has been yielded in batches before. */
export interface ListedKeys {
  readonly listed: ReadonlySet<string>;
  /** Entries that could not be read, not even their key. */
  readonly anonymous: number;
  readonly asOf: Date | null;
  /** Key prefix of the part that is listed; empty for everything. */
  readonly within: string;
  /** ETag of the part's list. */
  readonly tag: string | null;
}

/** A batch is full when it has so many items, or so many bytes. */
export interface BatchSize {
  readonly items: number;
  readonly bytes: number;
}

/** So many cost nothing to keep; how far the run is should be told now and then. */
const UNCHANGED = 20_000;

/**
 * Gathers what a source yields. When the source fails, what it yielded before comes out first: evidence always lands.
 * Of two records with one key in one run the first counts, since which is meant cannot be told, and taking both in turn
 * would make two versions of it with every run.
 */
export async function* inBatches<T>(
  items: AsyncIterable<SourceItem<T>>,
  size: BatchSize,
): AsyncGenerator<Expected | Total | Part | Announced | Noticed | Batch<T> | ListedKeys> {
  let keys = new Set<string>();
  let anonymous = 0;
  let records: Arrived<T>[] = [];
  let unreadable: Unreadable[] = [];
  let bytes = 0;
  let unchanged = 0;
  const waiting = () => records.length + unreadable.length + unchanged;
  const isFull = () =>
    records.length + unreadable.length >= size.items || bytes >= size.bytes || unchanged >= UNCHANGED;

  function take(checkpoint: Checkpoint | null = null): Batch<T> {
    const batch = { records, unreadable, unchanged, checkpoint };
    records = [];
    unreadable = [];
    bytes = 0;
    unchanged = 0;
    return batch;
  }

  function add(item: Arrived<T> | Unreadable): void {
    if ('unreadable' in item) {
      unreadable.push(item);
      if (item.key === undefined) anonymous += 1;
    } else if (keys.has(item.key)) {
      unreadable.push({ unreadable: SECOND_RECORD, raw: item.raw, key: item.key });
    } else {
      records.push(item);
    }
    if (item.key !== undefined) keys.add(item.key);
    bytes += item.raw.length;
  }

  const turn = turns();
  try {
    for await (const item of items) {
      await turn();
      if ('expected' in item || 'part' in item || 'announced' in item || 'noticed' in item) yield item;
      else if ('present' in item) keys.add(item.present);
      else if ('unchanged' in item) {
        for (const key of item.unchanged) keys.add(key);
        unchanged += item.unchanged.length;
        if (isFull()) yield take();
      } else if ('checkpoint' in item) yield take(item);
      else if ('complete' in item || 'total' in item) {
        if (waiting() > 0) yield take();
        if ('total' in item) {
          yield item;
          continue;
        }
        const { asOf = null, within = '', tag = null } = item;
        yield { listed: keys, anonymous, asOf, within, tag };
        if (within === '') continue;
        keys = new Set();
        anonymous = 0;
      } else {
        add(item);
        if (isFull()) yield take();
      }
    }
  } catch (error) {
    if (waiting() > 0) yield take();
    throw error;
  }
  if (waiting() > 0) yield take();
}
