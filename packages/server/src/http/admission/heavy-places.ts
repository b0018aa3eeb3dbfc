import type { Caller } from '../rate-limit/caller.ts';
import { fairQueue } from './fair-queue.ts';

/** Rows, and bytes of packs, that nearly all answers do with. Whatever reads or judges more is heavy. */
export const HEAVY_ROWS = 5_000;
const HEAVY_BYTES = 256 << 10;
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
  readonly waiting: number;
}

/** What one answer reads. */
export interface Reading {
  readonly hasRead: (rows: number) => void;
  /** Notes how many bytes of packs it is about to judge: it is heavy before it has them. */
  readonly expects: (bytes: number) => void;
  /** Reports whether it may go on where it is. */
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
          expected += more;
        },
        mayGoOn() {
          return (rows <= HEAVY_ROWS && expected <= HEAVY_BYTES) || leave !== null || ended;
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
    get waiting() {
      return queue.waiting;
    },
  };
}
