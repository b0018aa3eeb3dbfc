import { z } from 'zod';
import { CveId } from './cve-id.ts';
import { keyed } from './keyed.ts';
import { Severity } from './severity.ts';
import { Proof } from './verdict.ts';

const matched = {
  confidence: z
    .enum(['high', 'medium', 'low'])
    .describe(
      'high: exact name and version confirmed; medium: fuzzy name or partial version; low: to be verified by hand.',
    ),
  source: z.enum(['pkgtracker', 'osv', 'advisory']),
  severity: Severity.optional().describe('Left out when no source rates it.'),
  title: z.string(),
  affectedVersions: z.string().describe('Version range expression.'),
  fixedIn: z.string().optional().describe('Version where the fix was applied; left out when unknown.'),
  references: z.array(z.string()),
  status: z
    .enum(['affected', 'possible', 'fixed_by_patch'])
    .optional()
    .describe(
      'Only `affected` counts in the verdict. `fixed_by_patch`: the collection carries a patch named after it.',
    ),
  aliases: z.array(z.string()).optional().describe('Other ids of the same vulnerability.'),
  sources: z.array(z.string()).optional().describe('Every source that says so.'),
  proof: Proof.optional(),
};

/** A CVE that matches a package, and how surely (contract 2.5). */
export const Match = z.object({ cve: CveId, ...matched }).meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

/** A finding that no CVE id names, such as a malware record: an addition to the contract. */
export const OtherMatch = z.object({ id: z.string(), ...matched }).meta({ id: 'OtherMatch' });
export type OtherMatch = z.infer<typeof OtherMatch>;

/** Matches of a package from all sources (contract 2.5). */
export const VulnsResult = z
  .object({
    package: z.string(),
    version: z.string().describe('`any` when none was given.'),
    matches: z.array(Match),
    osvMatches: keyed(z.int().nonnegative(), { type: 'integer', minimum: 0 }).describe(
      'Ecosystem to the number of its OSV matches.',
    ),
    otherMatches: z.array(OtherMatch).optional(),
    total: z.int().nonnegative().optional().describe('Matches with and without a CVE id.'),
    truncated: z.boolean().optional().describe('There are more matches than an answer carries.'),
    evaluated: z
      .object({
        records: z.int().nonnegative(),
        affected: z.int().nonnegative(),
        notAffected: z.int().nonnegative(),
        unknown: z.int().nonnegative(),
      })
      .optional()
      .describe('Records that may be about the package and were held against the version, and how they came out.'),
  })
  .meta({ id: 'VulnsResult' });
export type VulnsResult = z.infer<typeof VulnsResult>;
