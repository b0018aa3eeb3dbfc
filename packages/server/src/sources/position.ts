import { z } from 'zod';

export const Instant = z.iso.datetime().transform((text) => new Date(text));

/** Returns null for a position that an earlier release wrote in another form, so that everything is read. */
export function readPosition<T>(form: z.ZodType<T>, since: string | null): T | null {
  if (since === null) return null;
  try {
    return form.parse(JSON.parse(since));
  } catch {
    return null;
  }
}
