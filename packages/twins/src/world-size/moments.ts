/** A day or churn day has happened once it has an instant. */
export interface Moments {
  /** Everything else is older than this. */
  readonly began: number;
  readonly day: number | null;
  readonly churn: number | null;
}

const DAY = 86_400_000;
const SPAN = 3 * 365 * DAY;
/** Coprime with any size in use. */
const STEP = 7_919;

/** A record's position in the order of change, newest first. Scatters neighbours in time. */
export function rankOf(index: number, count: number): number {
  return (index * STEP) % count;
}

/** Spread over three years, well before any change to come. */
export function firstChange(index: number, count: number, { began }: Moments): number {
  return began - 3 * DAY - rankOf(index, count) * Math.floor(SPAN / count);
}
