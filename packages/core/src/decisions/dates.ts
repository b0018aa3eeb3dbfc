const DATE = /^\d{4}-\d\d-\d\d$/;

/** The day of a date or an instant; null where it is none. */
export function dayOf(text: string): string | null {
  const day = text.slice(0, 10);
  if (!DATE.test(day) || Number.isNaN(Date.parse(text))) return null;
  // `2026-02-31` parses in some engines, as a day of March.
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day ? day : null;
}

/** The same day a year later: a decision applies no longer than until then. */
export function yearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, 10);
}

/** The day of an instant. */
export function dayAt(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** So many days later. */
export function daysAfter(day: string, days: number): string {
  return dayAt(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}
