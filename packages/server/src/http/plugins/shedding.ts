import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '../errors.ts';

/**
 * Refuses work early when there is more than can be finished in time. Only computing is refused: sending a kept answer
 * costs no more than a refusal, so those are served however busy the process is.
 */
export interface Admission {
  /** Runs `work` now or throws OVERLOADED now; nothing waits in a queue. */
  admit<T>(work: () => Promise<T>): Promise<T>;
  readonly computing: number;
  close(): void;
}

export interface AdmissionOptions {
  readonly maxComputing: number;
  readonly maxLoopDelayMs: number;
}

const SAMPLE_EVERY = 250;

export function admission({ maxComputing, maxLoopDelayMs }: AdmissionOptions): Admission {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let meanDelay = 0;
  let computing = 0;
  const sampler = setInterval(() => {
    meanDelay = Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6;
    delay.reset();
  }, SAMPLE_EVERY).unref();

  return {
    async admit(work) {
      if (computing >= maxComputing || meanDelay > maxLoopDelayMs) throw overloaded();
      computing += 1;
      try {
        return await work();
      } finally {
        computing -= 1;
      }
    },
    get computing() {
      return computing;
    },
    close() {
      clearInterval(sampler);
      delay.disable();
    },
  };
}
