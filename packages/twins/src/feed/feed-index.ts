import { lazy, memo } from '../frame/memo.ts';
import type { FeedRecord, Fields, RecordFeed } from './record-feed.ts';
import { type Moment, remaining, shownValue, type Writing } from './shown.ts';

/** What a listing has to know of a record to filter and sort it, without keeping the record. */
export interface Row<K> {
  readonly id: string;
  readonly at: number;
  readonly keys: K;
}

interface State<K> {
  readonly at: number;
  /** Null: there is no record from then on. Undefined: nobody has looked yet. */
  keys: K | null | undefined;
}

interface History<K> {
  readonly id: string;
  readonly states: readonly State<K>[];
}

export interface FeedIndex<K> {
  /** The records there are at that moment, in the feed's order. */
  rows(moment: Moment): readonly Row<K>[];
  /** Every record with all its states, past and to come; described only where `every` was asked for. */
  history(): readonly History<K>[];
  /** Names the state of everything at that moment: as long as it is the same, so is every listing. */
  stateKey(moment: Moment): string;
}

interface Description<K> {
  readonly writing: Writing;
  readonly describe: (value: Fields, id: string) => K;
  /** Describe past and coming states at once, not only those a listing shows. */
  readonly every?: boolean;
}

/** Reads the feed once, when first asked, and keeps the keys alone. */
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

  /** A mass withdrawal is dated now: with faults every instant is another state. */
  function stateKey({ instant, faults }: Moment): string {
    // Before the first reading this says which states to describe while the records are at hand.
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
