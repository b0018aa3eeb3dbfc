import { z } from 'zod';
import { CveId } from './cve-id.ts';
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
    osvMatches: z.record(z.string(), z.int().nonnegative()).describe('Ecosystem to the number of its OSV matches.'),
    otherMatches: z.array(OtherMatch).optional(),
  })
  .meta({ id: 'VulnsResult' });
export type VulnsResult = z.infer<typeof VulnsResult>;
