import { z } from 'zod';

/** A time within a position. */
export const Instant = z.iso.datetime().transform((text) => new Date(text));

/** A position that an earlier release wrote in another form means: read everything. */
export function readPosition<T>(form: z.ZodType<T>, since: string | null): T | null {
  if (since === null) return null;
  try {
    return form.parse(JSON.parse(since));
  } catch {
    return null;
  }
}
