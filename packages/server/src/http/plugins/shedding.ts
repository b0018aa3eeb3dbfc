import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '../errors.ts';
import type { Computation } from './deadline.ts';

/**
 * Refuses work early when there is more than can be finished in time. Only computing is refused: sending a kept answer
 * costs no more than a refusal, so those are served however busy the process is.
 */
export interface Admission {
  /**
   * Starts work now or throws OVERLOADED now; nothing waits in a queue. It keeps its slot until it has ended, however early its caller
   * was answered: what still runs takes as much of the process as before.
   */
  admit<T>(start: () => Computation<T>): Promise<T>;
  /** Slots in use. */
  readonly computing: number;
  /** Of these, work that goes on after its caller was answered. */
  readonly overdue: number;
  close(): void;
}

export interface AdmissionOptions {
  /** Answers computed at the same time while the event loop keeps up. */
  readonly maxComputing: number;
  readonly maxLoopDelayMs: number;
  /** Told once a second, while there are any, how many were refused. */
  readonly onRefused: (refused: number) => void;
}

const SAMPLE_EVERY = 250;
const REPORT_EVERY = 1_000;
/** Of the timer that measures; an idle loop shows this much as its delay. */
const RESOLUTION = 10;
/** Of `maxComputing`, what is always admitted: a loop that is late from refusing alone would otherwise refuse for ever. */
const FLOOR = 1 / 8;

export function admission({ maxComputing, maxLoopDelayMs, onRefused }: AdmissionOptions): Admission {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const floor = Math.ceil(maxComputing * FLOOR);
  const slots = new Set<{ answered: boolean }>();
  let limit = maxComputing;
  let refused = 0;
  // One for all: at thousands a second, capturing and writing down their stacks takes more time than serving would.
  const refusal = overloaded();
  const sampler = setInterval(adjust, SAMPLE_EVERY).unref();
  const reporter = setInterval(report, REPORT_EVERY).unref();

  return {
    async admit(start) {
      if (slots.size >= limit) {
        refused += 1;
        throw refusal;
      }
      const slot = { answered: false };
      const { answer, ended } = start();
      slots.add(slot);
      void ended.then(() => slots.delete(slot));
      try {
        return await answer;
      } finally {
        slot.answered = true;
      }
    },
    get computing() {
      return slots.size;
    },
    get overdue() {
      return [...slots].filter(({ answered }) => answered).length;
    },
    close() {
      clearInterval(sampler);
      clearInterval(reporter);
      delay.disable();
    },
  };

  /** Down by half while the loop is late, up again by steps. */
  function adjust(): void {
    const late = delay.mean / 1e6 - RESOLUTION > maxLoopDelayMs; // NaN without a sample: not late
    limit = late ? Math.max(floor, limit >> 1) : Math.min(maxComputing, limit + floor);
    delay.reset();
  }

  function report(): void {
    if (refused > 0) onRefused(refused);
    refused = 0;
  }
}
