import type { Window, WindowPass } from './read-windows.ts';

const HOUR_MS = 3_600_000;

/**
 * Changes appear some time after their date, and an incomplete result looks like a complete one. Reading two days again
 * costs a page or two.
 */
export const OVERLAP_MS = 48 * HOUR_MS;

/** NVD changes records every day. A longer silence is an API error, seen as 200 with an empty list. */
const MAX_SILENCE_MS = OVERLAP_MS;

/** How long to retry an unreadable record: its date may stay the same when it is corrected. */
const PATIENCE_MS = 24 * HOUR_MS;

/** Reports whether a window without records is too long to be true. */
export function isSilent({ from, to }: Window, { records }: Pick<WindowPass, 'records'>): boolean {
  return records === 0 && to.getTime() - from.getTime() > MAX_SILENCE_MS;
}

/**
 * Returns the instant up to which changes have been read after a window: at most 48 hours after its latest change. Null
 * if the window does not tell. `start` is where the run began.
 */
export function findReach(
  { to }: Window,
  { newest, unreadable }: Pick<WindowPass, 'newest' | 'unreadable'>,
  start: Date,
): Date | null {
  if (newest === null) return null;
  const until = Math.min(to.getTime(), newest.getTime() + MAX_SILENCE_MS);
  if (unreadable === 0) return new Date(until);
  return new Date(Math.min(until, Math.max(start.getTime() + OVERLAP_MS, to.getTime() - PATIENCE_MS)));
}
