import { parseOsvId } from '@almanac/core/ids';
import { isUnsetTime, parseInstant } from '@almanac/core/records';
import { z } from 'zod';

/** The whole record, untouched: whoever makes use of it reads what is there. */
export type OsvDocument = Readonly<Record<string, unknown>>;

/** Case-sensitive: `GHSA-` is upper case, the rest is not. */
export const OsvKey = z.string().refine((text) => parseOsvId(text) !== null, 'expected an OSV id');

/** Go's zero time, which means "not set". */
const NEVER = Date.parse('0001-01-01T00:00:00Z');

/** In milliseconds, to which all dates are compared; null when it is no date. A date alone would be midnight, which it is not. */
export function osvInstant(text: string): number | null {
  if (!text.includes('T')) return null;
  return isUnsetTime(text) ? NEVER : (parseInstant(text)?.getTime() ?? null);
}

/** Only the members by which a record finds its way; new ones appear with each version of the schema. */
export const OsvRecord = z.object({
  id: OsvKey,
  modified: z.string().transform((text, context) => {
    const instant = osvInstant(text);
    if (instant !== null) return new Date(instant);
    context.addIssue('expected a date');
    return z.NEVER;
  }),
  withdrawn: z.string().nullish(),
});

/** Which archives have been read, by their entity tags; `began` while some have not, and it says when the first was. */
export const OsvBulkPosition = z.object({
  began: z.iso.datetime().nullable(),
  archives: z.array(z.tuple([z.string(), z.string()])),
});
export type OsvBulkPosition = z.infer<typeof OsvBulkPosition>;

/**
 * Rows up to `watermark` are settled. Where some are open, `openSince` says how long, and the tag is left out: the list
 * that bore it has to be read again.
 */
export const OsvDeltaPosition = z.object({
  etag: z.string().nullable(),
  watermark: z.iso.datetime(),
  openSince: z.iso.datetime().nullable().default(null),
});
export type OsvDeltaPosition = z.infer<typeof OsvDeltaPosition>;
