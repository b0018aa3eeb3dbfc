import * as z from 'zod';
import { PackageAdvice } from './advice.ts';
import { keyed } from './keyed.ts';
import { RecordHash } from './record-hash.ts';
import { Score } from './score.ts';
import { Severity } from './severity.ts';
import { LookedUp, UnknownReason, Verdict } from './verdict.ts';
import { VulnsResult } from './vulns.ts';

/** A package URL taken apart, and where its package is looked up. */
export const ParsedPurl = z
  .object({
    canonical: z.string().describe('The same purl in its normal form.'),
    type: z.string(),
    namespace: z.string().nullable(),
    name: z.string(),
    version: z.string().nullable(),
    qualifiers: keyed(z.string(), { type: 'string' }),
    subpath: z.string().nullable(),
    ecosystem: z
      .string()
      .nullable()
      .describe('OSV’s name of it, with the release where the purl names one; null where no source covers the type.'),
    package: z.string().describe('What it is called there.'),
    reason: z.string().optional().describe('Why there is no ecosystem.'),
    notes: z
      .array(z.string())
      .optional()
      .describe('What of the purl was not as it should be, and was read all the same.'),
  })
  .meta({ id: 'ParsedPurl' });
export type ParsedPurl = z.infer<typeof ParsedPurl>;

/** What `/vulns` answers, for the package that a purl names. */
export const PurlResult = VulnsResult.extend({ parsed: ParsedPurl }).meta({ id: 'PurlResult' });
export type PurlResult = z.infer<typeof PurlResult>;

/** A match in a few words; `GET /purl/:purl` has all of it. */
export const BriefMatch = z
  .object({
    id: z.string().describe('The CVE id, else the id that its records share.'),
    aliases: z.array(z.string()).optional().describe('Other ids of the same vulnerability.'),
    confidence: z.enum(['high', 'medium', 'low']),
    status: z.enum(['affected', 'possible', 'fixed_by_patch']),
    severity: Severity.optional(),
    score: Score.optional(),
    title: z.string().optional(),
    affectedVersions: z.string(),
    fixedIn: z.string().optional(),
    kev: z.boolean().optional().describe('Known to be exploited; left out where the catalogue is not up to date.'),
    epss: z
      .number()
      .nullable()
      .optional()
      .describe(
        'The probability of exploitation, 0 to 1; null: no score; left out where the scores are not up to date.',
      ),
    sources: z.array(z.string()),
    records: z.array(RecordHash).optional().describe('The records that support it, strongest first; at most eight.'),
  })
  .meta({ id: 'BriefMatch' });
export type BriefMatch = z.infer<typeof BriefMatch>;

/** One purl of many. */
export const PurlAnswer = z
  .object({
    purl: z.string().describe('As it was asked for.'),
    status: z
      .enum(['ok', 'invalid', 'not_covered'])
      .describe('`invalid`: it is no purl; `not_covered`: no source covers its type.'),
    problem: z.string().optional().describe('Why it is no purl, or why nobody covers it.'),
    ecosystem: z.string().nullable().optional(),
    package: z.string().optional(),
    version: z.string().optional().describe('`any` when none was given.'),
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).optional().describe('Empty unless the verdict is `unknown`.'),
    lookedUp: LookedUp.optional().describe('With `none_known`.'),
    total: z.int().nonnegative(),
    matches: z.array(BriefMatch).describe('The first 50, surest and worst first.'),
    advice: PackageAdvice.optional().describe(
      'What to do about an affected version; left out where that was not checked.',
    ),
  })
  .meta({ id: 'PurlAnswer' });
export type PurlAnswer = z.infer<typeof PurlAnswer>;
