/** `YYYY-MM-DD` in UTC, so that text order is date order. */
export type Day = string;

const DAY_MS = 86_400_000;

export function dayAt(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

/** Rejects days that do not exist. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && dayAt(midnight) === text;
}

export function daysBefore(day: Day, count: number): Day {
  return dayAt(new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS));
}

/** Both ends included, oldest first. */
export function* daysFrom(first: Day, last: Day): Generator<Day> {
  for (let day = first; day <= last; day = daysBefore(day, -1)) yield day;
}
