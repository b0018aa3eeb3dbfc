import * as z from 'zod';

/** PostgreSQL and JavaScript write years of five digits differently. */
const LATEST = Date.parse('9999-01-01');

/** An instant, or a date, which means its end (UTC). What cannot be told from each other is not guessed. */
export const DateInput = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'expected a date (2024-10-24) or an instant (2024-10-24T12:00:00Z)',
  })
  .refine((text) => Date.parse(text) >= 0 && Date.parse(text) < LATEST, { error: 'expected a year from 1970 to 9998' })
  .meta({ examples: ['2024-10-24'] });

/** The instant that is meant. */
export function instantOf(input: z.infer<typeof DateInput>): Date {
  return new Date(input.length === 10 ? `${input}T23:59:59.999Z` : input);
}

/** The same, up to `now`: today's date means now. Null for what lies in the future. */
export function pastInstantOf(input: z.infer<typeof DateInput>, now: number): Date | null {
  return Date.parse(input) > now ? null : new Date(Math.min(instantOf(input).getTime(), now));
}
