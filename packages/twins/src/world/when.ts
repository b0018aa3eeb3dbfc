/**
 * Relative dates count from the clock's start, so that "yesterday" stays yesterday whenever a test or demo runs.
 * Negative ones are in the future and happen as the clock advances.
 */
export type When =
  | { readonly daysAgo: number; readonly hour?: number; readonly minute?: number }
  | { readonly hoursAgo: number }
  /** As written by an upstream. */
  | { readonly at: string }
  | { readonly on: string; readonly hour?: number; readonly minute?: number };

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Without an hour: 09:15 UTC of that day. */
export function instantOf(when: When, start: number): number {
  if ('at' in when) return Date.parse(when.at);
  if ('hoursAgo' in when) return start - when.hoursAgo * HOUR;
  const midnight =
    'on' in when ? Date.parse(`${when.on}T00:00:00Z`) : Math.floor(start / DAY) * DAY - when.daysAgo * DAY;
  return midnight + (when.hour ?? 9) * HOUR + (when.minute ?? (when.hour === undefined ? 15 : 0)) * 60_000;
}
