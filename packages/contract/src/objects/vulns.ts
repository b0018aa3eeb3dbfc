import * as z from 'zod';
import { CveId } from './cve-id.ts';
import { keyed } from './keyed.ts';
import { Severity } from './severity.ts';
import { Proof } from './verdict.ts';

const matched = {
  confidence: z
    .enum(['high', 'medium', 'low'])
    .describe(
      '`high`: a record about exactly this package includes the version. `medium`: the name is similar, or no ecosystem was given ' +
        'and the name is in a registry, or the versions leave something open. `low`: verify it by hand.',
    ),
  source: z
    .enum(['pkgtracker', 'osv', 'advisory'])
    .describe(
      'The first of `advisory` and `osv` that supports the match, else `pkgtracker`: an issue of the tracker, or a record of the ' +
        'CVE list or NVD about a product that nixpkgs packages. `sources` lists all.',
    ),
  severity: Severity.optional().describe('Left out when no source rates it.'),
  title: z.string(),
  affectedVersions: z.string().describe('Version range expression: `>= 9.0.0, < 9.4.2`, intervals joined by ` || `.'),
  affectedInWords: z.string().optional().describe('The range that decided, in words.'),
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

/** A CVE that matches a package, and how surely (spec 2.5). */
export const Match = z.object({ cve: CveId, ...matched }).meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

/** A finding that no CVE id names, such as a malware record: an addition to the contract. */
export const OtherMatch = z.object({ id: z.string(), ...matched }).meta({ id: 'OtherMatch' });
export type OtherMatch = z.infer<typeof OtherMatch>;

/** A vulnerability that a record about the package clears for the version. */
export const Cleared = z
  .object({
    id: z.string(),
    aliases: z.array(z.string()),
    by: z.object({ source: z.string(), record: z.string(), sha256: z.string().nullable() }),
    reason: z.string().describe('`outside` (of every range that the record gives), `marked_unaffected` …'),
    bound: z.string().optional().describe('The bound that decided: `fixed 1.2.3`.'),
    staleIssues: z.array(z.int()).optional().describe('Open issues of the tracker that name it all the same.'),
  })
  .meta({ id: 'ClearedVulnerability' });
export type Cleared = z.infer<typeof Cleared>;

/** Matches of a package from all sources (spec 2.5). */
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
    cleared: z
      .object({
        total: z.int().nonnegative(),
        totalType: z
          .enum(['exact', 'at_least'])
          .optional()
          .describe('`at_least`: the package has too many records to list all of them; ask about one with `cve`.'),
        vulnerabilities: z.array(Cleared).describe('The first 200 by id.'),
      })
      .optional()
      .describe('Vulnerabilities that a record about the package clears for the version.'),
    searchedNames: z.array(z.string()).optional().describe('Names under which records were looked for; at most 50.'),
    carried: z
      .array(z.object({ channel: z.string(), attribute: z.string(), version: z.string().nullable() }))
      .optional()
      .describe('Without a version: what the collection carries under the name; at most 40.'),
    evaluated: z
      .object({
        records: z.int().nonnegative(),
        affected: z.int().nonnegative(),
        notAffected: z.int().nonnegative(),
        unknown: z.int().nonnegative(),
      })
      .optional()
      .describe('Records that are surely or likely about the package, and what each of them says of the version.'),
  })
  .meta({ id: 'VulnsResult' });
export type VulnsResult = z.infer<typeof VulnsResult>;
