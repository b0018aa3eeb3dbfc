import { parseOsvId } from '@almanac/core/ids';
import { isUnsetTime, parseInstant } from '@almanac/core/records';
import { z } from 'zod';

export type OsvDocument = Readonly<Record<string, unknown>>;

/** Case-sensitive: `GHSA-` is upper case, the rest is not. */
export const OsvKey = z.string().refine((text) => parseOsvId(text) !== null, 'expected an OSV id');

/** Go's zero time, which means "not set". */
const NEVER = Date.parse('0001-01-01T00:00:00Z');

/**
 * Returns milliseconds, the precision for comparing dates, or null. A bare date would be read as midnight, so it is
 * rejected.
 */
export function osvInstant(text: string): number | null {
  if (!text.includes('T')) return null;
  return isUnsetTime(text) ? NEVER : (parseInstant(text)?.getTime() ?? null);
}

/** Only the members needed to file a record; each schema version adds new ones. */
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

/** Tags of the archives already read. `began` is set until all have been read: when the first one was requested. */
export const OsvBulkPosition = z.object({
  began: z.iso.datetime().nullable(),
  archives: z.array(z.tuple([z.string(), z.string()])),
});
export type OsvBulkPosition = z.infer<typeof OsvBulkPosition>;

/**
 * Rows up to `watermark` are settled. While some are open, `openSince` says since when, and there is no tag, so that
 * the list is read again.
 */
export const OsvDeltaPosition = z.object({
  etag: z.string().nullable(),
  watermark: z.iso.datetime(),
  openSince: z.iso.datetime().nullable().default(null),
});
export type OsvDeltaPosition = z.infer<typeof OsvDeltaPosition>;
