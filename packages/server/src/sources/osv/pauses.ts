const DAY = 24 * 3_600;

/** So many of the newest days on which something changed are looked at. */
const NEWEST = 20;

/** Fewer days are not enough to learn from. */
const ENOUGH = 3;

/** The longest pause between the newest of these days, in seconds; days are counted from 1970. */
export function longestPause(days: Iterable<number>): number | null {
  // A date before 1970 means none: Go writes the year 1 where it has no date.
  const newest = [...days]
    .filter((day) => day >= 0)
    .sort((a, b) => b - a)
    .slice(0, NEWEST);
  if (newest.length < ENOUGH) return null;
  const pauses = newest.slice(1).map((day, i) => (newest[i] ?? day) - day);
  return Math.max(...pauses) * DAY;
}
