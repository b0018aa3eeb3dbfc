/** Whole days from one instant to another, rounded towards zero. */
export function daysBetween(from: string, to: string): number {
  return Math.trunc((Date.parse(to) - Date.parse(from)) / DAY) + 0;
}

const DAY = 86_400_000;
