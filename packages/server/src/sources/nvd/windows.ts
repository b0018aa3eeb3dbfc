/** Both ends are within it. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

const HOUR_MS = 3_600_000;
/** A longer range of dates is refused with 404. */
export const MAX_WINDOW_MS = 120 * 24 * HOUR_MS;
/** Shorter ones are read again rather than parted. */
const SHORTEST_MS = HOUR_MS;

/** Oldest first, without gap or overlap: NVD dates to the millisecond. */
export function windowsBetween(from: Date, to: Date): Window[] {
  const windows: Window[] = [];
  for (let start = from.getTime(); start <= to.getTime(); start += MAX_WINDOW_MS + 1) {
    windows.push({ from: new Date(start), to: new Date(Math.min(start + MAX_WINDOW_MS, to.getTime())) });
  }
  return windows;
}

/** Null where it is too short to be parted. */
export function halvesOf({ from, to }: Window): [Window, Window] | null {
  const length = to.getTime() - from.getTime();
  if (length < 2 * SHORTEST_MS) return null;
  const middle = from.getTime() + Math.floor(length / 2);
  return [
    { from, to: new Date(middle) },
    { from: new Date(middle + 1), to },
  ];
}
