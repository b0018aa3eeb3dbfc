import * as z from 'zod';
import { openObject } from './open-object.ts';
import { Verdict } from './verdict.ts';

/** Of a diff; its JSON may be somewhat longer. */
export const MOST_DIFF_BYTES = 5 * 1024 * 1024;

/** A change to packages of the collection, as people would send it. */
export const PullRequestInput = z
  .object({
    diff: z
      .string()
      .min(1)
      .describe(
        'A unified diff in git’s form of files of the collection, at most 5 MiB. Nothing of it is run, kept or logged.',
      ),
    title: z.string().max(1_000).optional(),
    body: z.string().max(100_000).optional(),
    base: z
      .string()
      .max(200)
      .optional()
      .describe('The branch that it is for: `master`, `staging`, `release-26.05`. Left out: the development branch.'),
    labels: z.array(z.string().max(200)).max(100).optional().describe('Labels that it has already.'),
  })
  .meta({ id: 'PullRequestInput' });
export type PullRequestInput = z.infer<typeof PullRequestInput>;

/** What a finding rests on; `kind` decides which of the other members there are. */
const PullEvidence = openObject({
  kind: z.enum(['diff', 'text', 'match', 'channel']),
  file: z.string().optional().describe('Of `diff`.'),
  line: z.int().positive().optional().describe('Of `diff`.'),
  where: z.enum(['title', 'body']).optional().describe('Of `text`.'),
  text: z.string().optional().describe('Of `diff` and `text`.'),
  id: z.string().optional().describe('Of `match`.'),
  affectedVersions: z.string().optional().describe('Of `match`, as in `/vulns`; `unknown` where no range is given.'),
  fixedIn: z.string().nullable().optional().describe('Of `match`.'),
  sources: z.array(z.string()).optional().describe('Of `match`.'),
  proof: z.unknown().optional().describe('Of `match`.'),
  channel: z.string().optional().describe('Of `channel`.'),
  attribute: z.string().optional().describe('Of `channel`.'),
  version: z.string().optional().describe('Of `match` and `channel`.'),
});

/** Something that speaks against the change as it is. */
export const PullFinding = z
  .object({
    rule: z.string().describe('Stable id of the rule; docs/remediation.md lists them.'),
    severity: z.enum(['error', 'warning']),
    file: z.string(),
    line: z.int().positive().describe('In the file after the change; of what was taken out, where it stood.'),
    message: z.string(),
    package: z.string(),
    cves: z.array(z.string()),
    evidence: z
      .array(PullEvidence)
      .describe('Lines of the diff, words of the text, matches with their proof, channels.'),
  })
  .meta({ id: 'PullFinding' });
export type PullFinding = z.infer<typeof PullFinding>;

/** A package that the diff changes, and what is known of it. */
export const PullPackage = z
  .object({
    name: z.string(),
    attribute: z.string().nullable().describe('In the collection as we know it; null where it has none.'),
    file: z.string(),
    line: z.int().positive(),
    change: z.enum(['added', 'changed', 'deleted']),
    oldVersion: z.string().nullable().describe('Null where the diff does not show it.'),
    newVersion: z.string().nullable(),
    verdict: Verdict.describe('Of the version after the change.'),
    verdictReason: z.string(),
    notes: z.array(z.string()).describe('What could not be told. Not findings, and not clean either.'),
  })
  .meta({ id: 'PullPackage' });
export type PullPackage = z.infer<typeof PullPackage>;

const checked = {
  findings: z.array(PullFinding).describe('Errors first.'),
  packages: z.array(PullPackage),
  files: z.int().nonnegative().describe('Files that the diff changes, of packages or not.'),
  lookedUp: z.int().nonnegative().describe('Packages of which storage was asked.'),
  truncated: z.boolean().describe('There are more packages to look up than one answer looks up: the rest has a note.'),
};

/** What the rules say of a change. */
export const PullValidation = z.object(checked).meta({ id: 'PullValidation' });
export type PullValidation = z.infer<typeof PullValidation>;

/** What mends one finding. */
export const PullFix = z
  .object({
    rule: z.string(),
    file: z.string(),
    line: z.int().positive(),
    package: z.string(),
    diff: z
      .string()
      .nullable()
      .describe(
        'Applies to the result of the given diff by itself. Null where no file is to be changed, or cannot be.',
      ),
    suggests: z.array(z.enum(['title', 'body', 'labels'])).describe('Which of the suggested texts mends it.'),
    explanation: z.string(),
  })
  .meta({ id: 'PullFix' });
export type PullFix = z.infer<typeof PullFix>;

/** The same with what mends it. */
export const PullFixes = z
  .object({
    ...checked,
    fixes: z.array(PullFix).describe('One for each finding, in their order.'),
    diff: z.string().nullable().describe('All of them in one diff, which applies to the result of the given diff.'),
    suggested: z.object({
      title: z.string().nullable().describe('Null where none was given and the versions make none.'),
      body: z.string().nullable(),
      labels: z.array(z.string()),
    }),
  })
  .meta({ id: 'PullFixes' });
export type PullFixes = z.infer<typeof PullFixes>;
