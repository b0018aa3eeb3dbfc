import { normaliseGhsaId } from '@almanac/core/ids';
import { z } from 'zod';

export type AdvisoryDocument = Readonly<Record<string, unknown>>;

/** The listing shows one type at a time, by default `reviewed`. */
export const TYPES = ['unreviewed', 'reviewed', 'malware'] as const;
export type AdvisoryType = (typeof TYPES)[number];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;
const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;

/** Dates without a zone are UTC. */
const Instant = z.string().transform((text, context) => {
  const instant = new Date(ZONE.test(text) ? text : `${text}Z`);
  if (INSTANT.test(text) && Number.isFinite(instant.getTime())) return instant;
  context.addIssue('expected a date');
  return z.NEVER;
});

export const GhsaKey = z.string().transform((text, context) => {
  const id = normaliseGhsaId(text);
  if (id !== null) return id;
  context.addIssue('expected a GHSA id');
  return z.NEVER;
});

/** Only the members needed to file an advisory; almost any other may be null. */
export const Advisory = z.object({
  ghsa_id: GhsaKey,
  updated_at: Instant,
  published_at: Instant,
  withdrawn_at: z.string().nullish(),
  type: z.string().nullish().catch(null),
});
export type Advisory = z.infer<typeof Advisory>;

/**
 * All types before `type` have been read, and of `type` everything published before `from`. The reading began at
 * `began`.
 */
export const AdvisoryBulkPosition = z.object({
  began: z.iso.datetime(),
  type: z.enum(TYPES),
  from: z.iso.datetime().nullable(),
});
export type AdvisoryBulkPosition = z.infer<typeof AdvisoryBulkPosition>;

export const AdvisoryDeltaPosition = z.object({
  unreviewed: z.iso.datetime(),
  reviewed: z.iso.datetime(),
  malware: z.iso.datetime(),
});
export type AdvisoryDeltaPosition = z.infer<typeof AdvisoryDeltaPosition>;
