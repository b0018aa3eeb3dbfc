import { overloaded } from '../../app/errors.ts';
import type { Computation } from './deadline.ts';

/**
 * Refuses work early when there is more than can be finished in time. Only computing is refused: sending a cached response
 * costs no more than a refusal, so those are served however busy the process is.
 */
export interface Admission {
  /**
   * Starts work now or throws OVERLOADED now; nothing waits in a queue. It keeps its slot until it has ended, however early its caller
   * was answered: what still runs takes as much of the process as before.
   */
  admit<T>(start: (slot: Slot) => Computation<T>, claim: Claim): Promise<T>;
  /** Slots in use. */
  readonly computing: number;
  /** More than half of the slots are in use. */
  readonly busy: boolean;
  /** Work that goes on after its caller was answered. */
  readonly overdue: number;
  close(): void;
}

/** Who asks for a slot. Some slots are for callers with a key, and some for those that have none yet. */
export type Claim = 'keyed' | 'first' | 'further';

/** One of the answers that are computed at the same time. */
export interface Slot {
  /** Runs what only waits, such as for an upstream; the slot is free for others meanwhile. */
  whileFree<T>(wait: () => Promise<T>): Promise<T>;
}

export interface AdmissionOptions {
  /** Answers computed at the same time. */
  readonly maxComputing: number;
  /** Told once a second, while there are any, how many were refused. */
  readonly onRefused: (refused: number) => void;
}

const REPORT_EVERY = 1_000;
/**
 * Of `maxComputing`: so many slots are for callers with a key, and twice as many for the first answers of others.
 */
const RESERVED_SHARE = 1 / 8;
/** Answers that wait for an upstream, for each that may be computed. */
const WAITING_SHARE = 4;

export function admission({ maxComputing, onRefused }: AdmissionOptions): Admission {
  let computing = 0;
  let waiting = 0;
  let overdue = 0;
  let refused = 0;
  const refusal = overloaded({ budget: 'computing', limit: maxComputing });
  const tooManyWait = overloaded({ budget: 'waiting', limit: WAITING_SHARE * maxComputing, retryAfter: 2 });
  const reporter = setInterval(report, REPORT_EVERY).unref();

  return {
    async admit(start, claim) {
      if (computing >= slotsFor(claim, maxComputing)) {
        refused += 1;
        throw refusal;
      }
      const slot = takeSlot();
      const { answer, ended } = start(slot);
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
        slot.leave();
      });
      try {
        return await answer;
      } finally {
        if (!hasEnded) {
          overdue += 1;
          void ended.then(() => (overdue -= 1));
        }
      }
    },
    get computing() {
      return computing;
    },
    get busy() {
      return computing > maxComputing / 2;
    },
    get overdue() {
      return overdue;
    },
    close() {
      clearInterval(reporter);
    },
  };

  function takeSlot(): Slot & { leave(): void } {
    let waits = 0;
    let left = false;
    computing += 1;
    return {
      async whileFree(wait) {
        if (waits === 0 && waiting >= WAITING_SHARE * maxComputing) throw tooManyWait;
        waits += 1;
        if (waits === 1) move(1);
        try {
          return await wait();
        } finally {
          waits -= 1;
          if (waits === 0 && !left) move(-1);
        }
      },
      leave() {
        left = true;
        if (waits > 0) move(-1);
        computing -= 1;
      },
    };
  }

  /** One answer from computing to waiting, or back. */
  function move(by: 1 | -1): void {
    computing -= by;
    waiting += by;
  }

  function report(): void {
    if (refused > 0) onRefused(refused);
    refused = 0;
  }
}

function slotsFor(claim: Claim, maxComputing: number): number {
  const reserved = Math.floor(maxComputing * RESERVED_SHARE);
  if (claim === 'keyed') return maxComputing;
  return maxComputing - (claim === 'first' ? 1 : 3) * reserved;
}
