import * as z from 'zod';

/** PostgreSQL and JavaScript write five-digit years differently. */
const LATEST = Date.parse('9999-01-01');

/** An instant, or a date, meaning its end (UTC). Ambiguous formats are refused. */
export const DateInput = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'expected a date (2024-10-24) or an instant (2024-10-24T12:00:00Z)',
  })
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < LATEST, { error: 'expected a year from 1970 to 9998' })
  .meta({ examples: ['2024-10-24'] });

export function instantOf(input: z.infer<typeof DateInput>): Date {
  return new Date(input.length === 10 ? `${input}T23:59:59.999Z` : input);
}

/** Returns null for the future. Today's date means `now`. */
export function pastInstantOf(input: z.infer<typeof DateInput>, now: number): Date | null {
  return Date.parse(input) > now ? null : new Date(Math.min(instantOf(input).getTime(), now));
}
