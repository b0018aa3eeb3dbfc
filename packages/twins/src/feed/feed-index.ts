import { lazy, memo } from '../frame/memo.ts';
import type { FeedRecord, Fields, RecordFeed } from './record-feed.ts';
import { type Moment, remaining, shownValue, type Writing } from './shown.ts';

/** Enough to filter and sort by, without keeping the record. */
export interface Row<K> {
  readonly id: string;
  readonly at: number;
  readonly keys: K;
}

interface State<K> {
  readonly at: number;
  /** Null if the record is gone from then on; undefined if not read yet. */
  keys: K | null | undefined;
}

interface History<K> {
  readonly id: string;
  readonly states: readonly State<K>[];
}

export interface FeedIndex<K> {
  /** In the feed's order. */
  rows(moment: Moment): readonly Row<K>[];
  /** Every record with past and future states. Requires `every`. */
  history(): readonly History<K>[];
  /** Identifies the overall state: listings are equal while the key is. */
  stateKey(moment: Moment): string;
}

interface Description<K> {
  readonly writing: Writing;
  readonly describe: (value: Fields, id: string) => K;
  /** Describes all states at once, not only listed ones. */
  readonly every?: boolean;
}

/** Reads the feed once, on first use, and keeps only the keys. */
export function feedIndex<K>(feed: RecordFeed, { writing, describe, every = false }: Description<K>): FeedIndex<K> {
  let asked = 0;
  const history = lazy(() => Array.from(feed.records(), (record) => historyOf(record)));
  const changes = lazy(() => instantsOf(history()));
  const listings = memo<readonly Row<K>[]>(4);
  return { rows, history, stateKey };

  function rows(moment: Moment): readonly Row<K>[] {
    return listings(stateKey(moment), () => {
      return [...remaining(moment.faults.length === 0 ? kept(moment) : made(moment), moment.faults)];
    });
  }

  /** A mass withdrawal is dated now, so with faults every instant is a new state. */
  function stateKey({ instant, faults }: Moment): string {
    // Tells the first reading which states to describe.
    asked = instant;
    const at = faults.length > 0 ? instant : (changes().findLast((change) => change <= instant) ?? 0);
    return `${at} ${JSON.stringify(faults)}`;
  }

  function* kept({ instant }: Moment): Generator<Row<K>> {
    for (const { id, states } of history()) {
      const index = states.findLastIndex(({ at }) => at <= instant);
      const state = states[index];
      if (state === undefined) continue;
      const keys = state.keys === undefined ? (state.keys = described(feed.find(id), index)) : state.keys;
      if (keys !== null) yield { id, at: state.at, keys };
    }
  }

  function* made(moment: Moment): Generator<Row<K>> {
    for (const { id, at } of kept(moment)) {
      const record = feed.find(id);
      const value = record === null ? null : shownValue(record, moment, writing);
      if (value !== null) yield { id, at, keys: describe(value, id) };
    }
  }

  function historyOf(record: FeedRecord): History<K> {
    const shown = record.revisions.findLastIndex(({ at }) => at <= asked);
    const states = record.revisions.map(({ at }, index) => ({
      at,
      keys: every || index === shown ? described(record, index) : undefined,
    }));
    return { id: record.id, states };
  }

  function described(record: FeedRecord | null, index: number): K | null {
    const value = record?.revisions[index]?.value() ?? null;
    return value === null ? null : describe(value, record?.id ?? '');
  }
}

function instantsOf(history: readonly History<unknown>[]): number[] {
  const instants = new Set<number>();
  for (const { states } of history) for (const { at } of states) instants.add(at);
  return [...instants].sort((a, b) => a - b);
}
