import * as z from 'zod';
import { openObject } from './open-object.ts';
import { Verdict } from './verdict.ts';

/** Applies to the diff. Its JSON form may be longer. */
export const MOST_DIFF_BYTES = 5 * 1024 * 1024;

export const PullRequestInput = z
  .object({
    diff: z
      .string()
      .min(1)
      .describe(
        "A unified diff of nixpkgs files in git's format, at most 5 MiB. It is not executed, stored or logged.",
      ),
    title: z.string().max(1_000).optional(),
    body: z.string().max(100_000).optional(),
    base: z
      .string()
      .max(200)
      .optional()
      .describe('The target branch: `master`, `staging`, `release-26.05`. Default: the development branch.'),
    labels: z.array(z.string().max(200)).max(100).optional().describe('Labels already set.'),
  })
  .meta({ id: 'PullRequestInput' });
export type PullRequestInput = z.infer<typeof PullRequestInput>;

/** `kind` decides which of the other members are present. */
const PullEvidence = openObject({
  kind: z.enum(['diff', 'text', 'match', 'channel']),
  file: z.string().optional().describe('For `diff`.'),
  line: z.int().positive().optional().describe('For `diff`.'),
  where: z.enum(['title', 'body']).optional().describe('For `text`.'),
  text: z.string().optional().describe('For `diff` and `text`.'),
  id: z.string().optional().describe('For `match`.'),
  affectedVersions: z.string().optional().describe('For `match`, as in `/vulns`; `unknown` if no range is given.'),
  fixedIn: z.string().nullable().optional().describe('For `match`.'),
  sources: z.array(z.string()).optional().describe('For `match`.'),
  proof: z.unknown().optional().describe('For `match`.'),
  channel: z.string().optional().describe('For `channel`.'),
  attribute: z.string().optional().describe('For `channel`.'),
  version: z.string().optional().describe('For `match` and `channel`.'),
});

export const PullFinding = z
  .object({
    rule: z.string().describe('Stable rule ID. docs/remediation.md lists all rules.'),
    severity: z.enum(['error', 'warning']),
    file: z.string(),
    line: z.int().positive().describe('Line in the changed file; for removed lines, in the original file.'),
    message: z.string(),
    package: z.string(),
    cves: z.array(z.string()),
    evidence: z.array(PullEvidence).describe('Lines of the diff, words of the text, matches with proof, and channels.'),
  })
  .meta({ id: 'PullFinding' });
export type PullFinding = z.infer<typeof PullFinding>;

export const PullPackage = z
  .object({
    name: z.string(),
    attribute: z.string().nullable().describe('The nixpkgs attribute; null if nixpkgs has none.'),
    file: z.string(),
    line: z.int().positive(),
    change: z.enum(['added', 'changed', 'deleted']),
    oldVersion: z.string().nullable().describe('Null if the diff does not show it.'),
    newVersion: z.string().nullable(),
    verdict: Verdict.describe('The verdict for the version after the change.'),
    verdictReason: z.string(),
    notes: z
      .array(z.string())
      .describe('What could not be determined. Notes are not findings, but do not mean the package is unaffected.'),
  })
  .meta({ id: 'PullPackage' });
export type PullPackage = z.infer<typeof PullPackage>;

const checked = {
  findings: z.array(PullFinding).describe('Errors first.'),
  packages: z.array(PullPackage),
  files: z.int().nonnegative().describe('Files that the diff changes, including files that are not packages.'),
  lookedUp: z.int().nonnegative().describe('Packages looked up.'),
  truncated: z.boolean().describe('Only some of the packages were looked up. The rest have a note.'),
};

export const PullValidation = z.object(checked).meta({ id: 'PullValidation' });
export type PullValidation = z.infer<typeof PullValidation>;

export const PullFix = z
  .object({
    rule: z.string(),
    file: z.string(),
    line: z.int().positive(),
    package: z.string(),
    diff: z
      .string()
      .nullable()
      .describe('Applies on its own after the submitted diff. Null if no file needs to change or can be changed.'),
    suggests: z.array(z.enum(['title', 'body', 'labels'])).describe('Which suggested text fixes the finding.'),
    explanation: z.string(),
  })
  .meta({ id: 'PullFix' });
export type PullFix = z.infer<typeof PullFix>;

export const PullFixes = z
  .object({
    ...checked,
    fixes: z.array(PullFix).describe('One per finding, in the same order.'),
    diff: z.string().nullable().describe('All fixes in one diff, which applies after the submitted diff.'),
    suggested: z.object({
      title: z.string().nullable().describe('Null if none was given and the versions suggest none.'),
      body: z.string().nullable(),
      labels: z.array(z.string()),
    }),
  })
  .meta({ id: 'PullFixes' });
export type PullFixes = z.infer<typeof PullFixes>;
