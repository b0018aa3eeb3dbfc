const DAY = 24 * 3_600;

/** How many of the newest days with changes to consider. */
const NEWEST = 20;

/** Fewer days are not enough to learn from. */
const ENOUGH = 3;

/** Returns the longest pause between these days in seconds. Days count from 1970. */
export function longestPause(days: Iterable<number>): number | null {
  // Go writes the year 1 for a missing date.
  const newest = [...days]
    .filter((day) => day >= 0)
    .sort((a, b) => b - a)
    .slice(0, NEWEST);
  if (newest.length < ENOUGH) return null;
  const pauses = newest.slice(1).map((day, i) => (newest[i] ?? day) - day);
  return Math.max(...pauses) * DAY;
}
