/**
 * Requests a minute for each class of endpoint (spec section 8; classes and numbers of the rest by decision).
 * `key` takes the place of `general` and `issues` for a caller with an API key.
 * `fresh` is a second budget taken beside the class of its endpoint.
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

/** The name of a budget. */
export type RateClass = keyof typeof RATES;

/** The class from which a request of a caller with an API key takes. */
export function rateWithKey(rate: RateClass): RateClass {
  return rate === 'general' || rate === 'issues' ? 'key' : rate;
}

/** A request with more than `perRequest` of these counts as several. */
export interface Weight {
  readonly unit: string;
  readonly perRequest: number;
}

/** Returns how many requests one with so many units counts as, given in the order of the weights. */
export function countRequests(weights: readonly Weight[], units: readonly number[]): number {
  const requests = weights.reduce((sum, { perRequest }, i) => sum + (units[i] ?? 0) / perRequest, 0);
  // Sums of fractions are not exact.
  return Math.max(1, Math.ceil(requests - 1e-9));
}

/** The window is fixed and one minute long, the same for every class. */
export const RATE_WINDOW_SECONDS = 60;
