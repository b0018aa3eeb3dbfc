/**
 * Requests per minute for each class of endpoint (spec section 8; the rest by decision).
 * `key` replaces `general` and `issues` for callers with an API key. `fresh` is counted in addition to the endpoint's
 * class.
 */
export const RATES = {
  general: 30,
  issues: 60,
  key: 300,
  access: 10,
  health: 120,
  version: 120,
  openapi: 120,
  page: 120,
  snapshot: 1_800,
  fresh: 5,
} as const;

export type RateClass = keyof typeof RATES;

export function rateWithKey(rate: RateClass): RateClass {
  return rate === 'general' || rate === 'issues' ? 'key' : rate;
}

/** More than `perRequest` units count as several requests. */
export interface Weight {
  readonly unit: string;
  readonly perRequest: number;
}

/** Returns how many requests a request counts as. `units` are in the order of `weights`. */
export function countRequests(weights: readonly Weight[], units: readonly number[]): number {
  const requests = weights.reduce((sum, { perRequest }, i) => sum + (units[i] ?? 0) / perRequest, 0);
  // Sums of fractions are not exact.
  return Math.max(1, Math.ceil(requests - 1e-9));
}

export const RATE_WINDOW_SECONDS = 60;
