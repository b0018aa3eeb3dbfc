import * as z from 'zod';
import { CveId } from './cve-id.ts';
import { keyed } from './keyed.ts';
import { cutIntegerInput } from './number-input.ts';
import { Severity } from './severity.ts';
import { Proof } from './verdict.ts';

const matched = {
  confidence: z
    .enum(['high', 'medium', 'low'])
    .describe(
      '`high`: a record about exactly this package includes the version. `medium`: the name is similar, the name is in a registry but no ecosystem was given, or the version range is ambiguous. `low`: verify manually.',
    ),
  source: z
    .enum(['pkgtracker', 'osv', 'advisory'])
    .describe(
      'The first of `advisory` and `osv` that supports the match, otherwise `pkgtracker`: a tracker issue, or a CVE list or NVD record about a product that nixpkgs packages. `sources` lists all.',
    ),
  severity: Severity.optional().describe('Omitted if no source rates it.'),
  title: z.string(),
  affectedVersions: z.string().describe('Version range expression: `>= 9.0.0, < 9.4.2`, intervals joined by ` || `.'),
  affectedInWords: z.string().optional().describe('The matching range in words.'),
  fixedIn: z.string().optional().describe('First fixed version. Omitted if unknown.'),
  references: z.array(z.string()),
  status: z
    .enum(['affected', 'possible', 'fixed_by_patch'])
    .optional()
    .describe('Only `affected` counts in the verdict. `fixed_by_patch`: nixpkgs applies a patch named after it.'),
  aliases: z.array(z.string()).optional().describe('Other IDs of the same vulnerability.'),
  sources: z.array(z.string()).optional().describe('All sources that report the match.'),
  proof: Proof.optional(),
};

/** Spec 2.5. */
export const Match = z.object({ cve: CveId, ...matched }).meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

/** An addition: a finding without a CVE ID, such as a malware record. */
export const OtherMatch = z.object({ id: z.string(), ...matched }).meta({ id: 'OtherMatch' });
export type OtherMatch = z.infer<typeof OtherMatch>;

export const Cleared = z
  .object({
    id: z.string(),
    aliases: z.array(z.string()),
    by: z.object({ source: z.string(), record: z.string(), sha256: z.string().nullable() }),
    reason: z.string().describe('`outside` (of every range in the record), `marked_unaffected` …'),
    bound: z.string().optional().describe('The bound that decided: `fixed 1.2.3`.'),
    staleIssues: z.array(z.int()).optional().describe('Open tracker issues that still name it.'),
  })
  .meta({ id: 'ClearedVulnerability' });
export type Cleared = z.infer<typeof Cleared>;

/** An addition: a kernel has thousands of matches. */
export const MatchLimit = cutIntegerInput({ min: 1, max: 10_000, usual: 10_000 }).describe(
  'Matches to return, surest and most severe first. The verdict and `total` count all.',
);

/** Spec 2.5. */
export const VulnsResult = z
  .object({
    package: z.string(),
    version: z.string().describe('`any` if none was given.'),
    matches: z.array(Match),
    osvMatches: keyed(z.int().nonnegative(), { type: 'integer', minimum: 0 }).describe(
      'Ecosystem to the number of its OSV matches.',
    ),
    otherMatches: z.array(OtherMatch).optional(),
    total: z.int().nonnegative().optional().describe('Matches with and without a CVE ID.'),
    truncated: z.boolean().optional().describe('The response contains only some of the matches.'),
    cleared: z
      .object({
        total: z.int().nonnegative(),
        totalType: z
          .enum(['exact', 'at_least'])
          .optional()
          .describe('`at_least`: the package has too many records to list. Query one with `cve`.'),
        vulnerabilities: z.array(Cleared).describe('The first 200 by ID.'),
      })
      .optional()
      .describe('Vulnerabilities that do not affect the version, according to a record about the package.'),
    searchedNames: z.array(z.string()).optional().describe('Names searched, at most 50.'),
    carried: z
      .array(z.object({ channel: z.string(), attribute: z.string(), version: z.string().nullable() }))
      .optional()
      .describe('Without a version: the nixpkgs packages of this name, at most 40.'),
    evaluated: z
      .object({
        records: z.int().nonnegative(),
        affected: z.int().nonnegative(),
        notAffected: z.int().nonnegative(),
        unknown: z.int().nonnegative(),
      })
      .optional()
      .describe('Records that are about the package with high or medium confidence, and their status for the version.'),
  })
  .meta({ id: 'VulnsResult' });
export type VulnsResult = z.infer<typeof VulnsResult>;
