import type { Caller } from '../rate-limit/caller.ts';
import { fairQueue } from './fair-queue.ts';

/** Rows that nearly all answers do with. Whatever reads more is heavy. */
export const HEAVY_ROWS = 5_000;
/** Heavy answers that are made at the same time; the others wait. The last place is for callers with a key. */
const PLACES = 3;
const KEYED_PLACES = 1;

/**
 * Places for answers that read much, such as those about a package with thousands of records: each has all of it in memory, and
 * occupies a connection and the thread for seconds.
 */
export interface HeavyPlaces {
  open(caller: Caller): Reading;
  readonly taken: number;
}

/** What one answer reads. */
export interface Reading {
  readonly hasRead: (rows: number) => void;
  /** Notes how many rows it is about to read: it is heavy before it has them. */
  readonly expects: (rows: number) => void;
  /** Reports whether it may read on: it is not heavy, or there is a place for it. */
  readonly mayGoOn: () => boolean;
  /** Waits for a place. Whoever waits holds nothing: the answer begins again when it is its turn. */
  readonly wait: (signal: AbortSignal) => Promise<void>;
  /** Gives the place back. */
  readonly end: () => void;
}

export function heavyPlaces(): HeavyPlaces {
  const queue = fairQueue({ places: PLACES, keyed: KEYED_PLACES });
  return {
    open(caller) {
      let rows = 0;
      let expected = 0;
      let ended = false;
      let leave: (() => void) | null = null;
      return {
        hasRead(more) {
          rows += more;
        },
        expects(more) {
          expected = Math.max(expected, more);
        },
        mayGoOn() {
          if (Math.max(rows, expected) <= HEAVY_ROWS || leave !== null || ended) return true;
          leave = queue.take(caller);
          return leave !== null;
        },
        async wait(signal) {
          leave = await queue.wait(caller, signal);
        },
        end() {
          ended = true;
          leave?.();
        },
      };
    },
    get taken() {
      return queue.taken;
    },
  };
}
