/**
 * Requests a minute for each class of endpoint (contract section 8; classes and numbers of the rest by decision).
 * `fresh` is a second budget taken beside the class of its endpoint.
 */
export const RATES = {
  general: 30,
  issues: 60,
  health: 120,
  version: 120,
  openapi: 120,
  page: 120,
  fresh: 5,
} as const;

/** The name of a budget. */
export type RateClass = keyof typeof RATES;

/** The window is fixed and one minute long, the same for every class. */
export const RATE_WINDOW_SECONDS = 60;
