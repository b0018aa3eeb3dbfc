/** What the upstream has come to. A day and a churn day have happened once they have an instant. */
export interface Moments {
  /** Everything else is older than this. */
  readonly began: number;
  readonly day: number | null;
  readonly churn: number | null;
}

const DAY = 86_400_000;
const SPAN = 3 * 365 * DAY;
/** Has no factor in common with any size in use. */
const STEP = 7_919;

/** The place of a record in the order of change, newest first: neighbours are not of one time. */
export function rankOf(index: number, count: number): number {
  return (index * STEP) % count;
}

/** Spread over three years, and well before whatever the days to come bring. */
export function firstChange(index: number, count: number, { began }: Moments): number {
  return began - 3 * DAY - rankOf(index, count) * Math.floor(SPAN / count);
}
