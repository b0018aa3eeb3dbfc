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
  /** `wait` runs what only waits. */
  open(caller: Caller, signal: AbortSignal, wait: (waiting: () => Promise<void>) => Promise<void>): Reading;
  readonly taken: number;
}

/** What one answer reads. */
export interface Reading {
  readonly hasRead: (rows: number) => void;
  /** Null: it may go on. Otherwise it is heavy, and has a place when the promise settles. */
  readonly place: () => Promise<void> | null;
  /** Gives the place back. */
  readonly end: () => void;
}

export function heavyPlaces(): HeavyPlaces {
  const queue = fairQueue({ places: PLACES, keyed: KEYED_PLACES });
  return {
    open(caller, signal, wait) {
      let rows = 0;
      let ended = false;
      let leave: (() => void) | null = null;
      let entering: Promise<void> | null = null;
      return {
        hasRead(more) {
          rows += more;
        },
        place() {
          if (rows <= HEAVY_ROWS || leave !== null || ended) return null;
          entering ??= wait(async () => {
            const left = await queue.wait(caller, signal);
            if (ended) left();
            else leave = left;
          });
          return entering;
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
