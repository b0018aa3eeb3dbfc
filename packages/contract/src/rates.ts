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
  fresh: 5,
} as const;

/** The name of a budget. */
export type RateClass = keyof typeof RATES;

/** The class from which a request of a caller with an API key takes. */
export function rateWithKey(rate: RateClass): RateClass {
  return rate === 'general' || rate === 'issues' ? 'key' : rate;
}

/** The window is fixed and one minute long, the same for every class. */
export const RATE_WINDOW_SECONDS = 60;
