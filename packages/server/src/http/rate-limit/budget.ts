import { RATE_WINDOW_SECONDS } from '@almanac/contract';

/** What is left of one class's budget, as the `X-RateLimit-*` headers say it. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which the window ends (spec section 8). */
  readonly reset: number;
  readonly allowed: boolean;
}

const WINDOW = RATE_WINDOW_SECONDS * 1_000;

/** The number of the fixed window an instant falls in. */
export function windowOf(now: number): number {
  return Math.floor(now / WINDOW);
}

/** `used` counts this request too. */
export function budgetOf(limit: number, used: number, window: number): Budget {
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset: (window + 1) * RATE_WINDOW_SECONDS,
    allowed: used <= limit,
  };
}

/** Whole seconds until the window ends, never 0: a caller that waits so long is in the next window. */
export function secondsUntil(reset: number, now: number): number {
  return Math.max(1, Math.ceil(reset - now / 1_000));
}
