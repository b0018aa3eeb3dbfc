import type { GuardedRedis } from '../../platform/redis.ts';
import { type Budget, budgetOf, windowOf } from './budget.ts';
import { sharedCounters } from './shared-counters.ts';

/** Takes from a caller's budget. Answers at once where no shared counter can be asked. */
export interface Limiter {
  take(rate: string, caller: string, limit: number, weight: number): Budget | Promise<Budget>;
  /** Counters of this minute. */
  readonly callers: number;
}

/** Beyond so many callers in one window, new ones share a budget: the counters cannot be made to fill the memory. */
const MAX_CALLERS = 200_000;
const EVERYONE_ELSE = '';

/** Kept a little beyond its window, for clocks that differ between processes. */
const KEEP_SECONDS = 90;

/**
 * A fixed window shared by all processes through Redis. Every process keeps the count too, from the last number it
 * heard, so that the limit applies per process from the moment Redis is away, and a flushed Redis grants nothing.
 */
export function limiter(redis: GuardedRedis | null, prefix: string, now: () => number): Limiter {
  let counters = new Map<string, Counter>();
  let current = Number.NaN;
  const shared = redis === null ? null : sharedCounters(redis, KEEP_SECONDS);

  return {
    take,
    get callers() {
      return counters.size;
    },
  };

  function take(rate: string, caller: string, limit: number, weight: number): Budget | Promise<Budget> {
    const window = windowOf(now());
    if (window !== current) {
      current = window;
      counters = new Map();
    }
    const name = `${rate}:${caller}`;
    const counter = counterOf(name);
    counter.used += weight;
    // What this process has seen is enough to refuse: Redis need not hear of it.
    if (counter.used > limit || shared === null || !redis?.available) return budgetOf(limit, counter.used, window);
    const here = counter.used;
    return shared.add(`${prefix}limit:${window}:${name}`, weight).then(
      (everywhere) => {
        counter.used = Math.max(counter.used, everywhere);
        return budgetOf(limit, Math.max(everywhere, here), window);
      },
      () => budgetOf(limit, here, window),
    );
  }

  function counterOf(name: string): Counter {
    let counter = counters.get(name);
    if (counter !== undefined) return counter;
    if (counters.size >= MAX_CALLERS && name !== EVERYONE_ELSE) return counterOf(EVERYONE_ELSE);
    counter = { used: 0 };
    counters.set(name, counter);
    return counter;
  }
}

interface Counter {
  used: number;
}
