import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { keyed } from './keyed.ts';
import { RecordHash } from './record-hash.ts';
import { Score } from './score.ts';
import { Severity } from './severity.ts';
import { LookedUp, UnknownReason, Verdict } from './verdict.ts';
import { VulnsResult } from './vulns.ts';

export const ParsedPurl = z
  .object({
    canonical: z.string().describe('The package URL in canonical form.'),
    type: z.string(),
    namespace: z.string().nullable(),
    name: z.string(),
    version: z.string().nullable(),
    qualifiers: keyed(z.string(), { type: 'string' }),
    subpath: z.string().nullable(),
    ecosystem: z
      .string()
      .nullable()
      .describe('The OSV ecosystem name, with the release if given; null if no source covers the type.'),
    package: z.string().describe('The package name in that ecosystem.'),
    reason: z.string().optional().describe('Why there is no ecosystem.'),
    notes: z.array(z.string()).optional().describe('Irregularities in the package URL that were tolerated.'),
  })
  .meta({ id: 'ParsedPurl' });
export type ParsedPurl = z.infer<typeof ParsedPurl>;

/** `/vulns` for the package of a package URL. */
export const PurlResult = VulnsResult.extend({ parsed: ParsedPurl }).meta({ id: 'PurlResult' });
export type PurlResult = z.infer<typeof PurlResult>;

/** A short match. `GET /purl/:purl` returns it in full. */
export const BriefMatch = z
  .object({
    id: z.string().describe('The CVE ID, or the ID that its records share.'),
    aliases: z.array(z.string()).optional().describe('Other IDs of the same vulnerability.'),
    confidence: z.enum(['high', 'medium', 'low']),
    status: z.enum(['affected', 'possible', 'fixed_by_patch']),
    severity: Severity.optional(),
    score: Score.optional(),
    title: z.string().optional(),
    affectedVersions: z.string(),
    fixedIn: z.string().optional(),
    kev: z
      .boolean()
      .optional()
      .describe('Whether it is known to be exploited. Omitted if the catalogue is out of date.'),
    epss: z
      .number()
      .nullable()
      .optional()
      .describe('Probability of exploitation, 0 to 1; null without a score. Omitted if scores are out of date.'),
    sources: z.array(z.string()),
    records: z.array(RecordHash).optional().describe('Supporting records, strongest first, at most eight.'),
  })
  .meta({ id: 'BriefMatch' });
export type BriefMatch = z.infer<typeof BriefMatch>;

export const PurlAnswer = z
  .object({
    purl: z.string().describe('The package URL in the request.'),
    status: z
      .enum(['ok', 'invalid', 'not_covered'])
      .describe('`invalid`: not a package URL. `not_covered`: no source covers its type.'),
    problem: z.string().optional().describe('Why the package URL is invalid or not covered.'),
    ecosystem: z.string().nullable().optional(),
    package: z.string().optional(),
    version: z.string().optional().describe('`any` if none was given.'),
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
    lookedUp: LookedUp.optional().describe('With `none_known`.'),
    total: z.int().nonnegative(),
    matches: z.array(BriefMatch).describe('The first 50, by confidence and severity.'),
    advice: PackageAdvice.optional().describe('How to fix an affected version. Omitted if not checked.'),
  })
  .meta({ id: 'PurlAnswer' });
export type PurlAnswer = z.infer<typeof PurlAnswer>;
