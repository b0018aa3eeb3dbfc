import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { openObject } from './open-object.ts';
import { SeverityOrUnknown } from './severity.ts';
import { UnknownReason, Verdict } from './verdict.ts';

/** A label of the tracker, colour as six hexadecimal digits as the tracker writes it (spec 2.1). */
export const IssueLabel = z.object({ name: z.string(), color: z.string() }).meta({ id: 'IssueLabel' });
export type IssueLabel = z.infer<typeof IssueLabel>;

/** A fixed version that a source names, or a merged pull request; both where both are known. */
export const IssueFix = openObject({
  version: z
    .object({
      cve: CveId,
      source: z.string(),
      record: z.string().describe('The record that names it.'),
      package: z.string(),
      ecosystem: z.string().nullable(),
      version: z.string(),
    })
    .optional(),
  pullRequest: z
    .object({
      number: z.int().positive(),
      url: z.url(),
      mergedAt: Timestamp.nullable(),
      relation: z.enum(['closes', 'names_cve', 'backport']).describe('Why it counts as a fix of the issue.'),
    })
    .optional()
    .describe('The first that was merged.'),
}).meta({ id: 'IssueFix' });
export type IssueFix = z.infer<typeof IssueFix>;

/** Whether the channels still carry a version that a CVE of the issue affects. */
export const OpenVerdict = z.enum(['affected', 'unknown', 'not_affected']).meta({ id: 'OpenVerdict' });

/** The verdict about an open issue, from the verdicts about its CVEs and the versions that the channels carry. */
export const IssueVerdict = z
  .object({
    verdict: OpenVerdict.describe(
      '`affected`: a channel carries an affected version. `not_affected`: none does, so the issue can be closed. `unknown` is neither.',
    ),
    unknownReasons: z
      .array(z.enum([...UnknownReason.options, 'not_judged']))
      .describe('Empty unless the verdict is `unknown`; `not_judged`: the worker has not judged it yet.'),
    affectedBy: z.array(CveId).describe('The CVEs that affect a version in a channel.'),
    undecided: z.array(CveId).describe('The CVEs that may.'),
    places: z
      .array(
        z.object({
          attribute: z.string(),
          channel: z.string(),
          version: z.string().nullable(),
          verdict: Verdict,
        }),
      )
      .describe('The packages and channels that decide the verdict, the first 10.'),
  })
  .meta({ id: 'IssueVerdict' });
export type IssueVerdict = z.infer<typeof IssueVerdict>;

/** One issue of the tracker (spec 2.1; states 3.1). The last four members are additions. */
export const Issue = z
  .object({
    number: z.int().positive(),
    title: z.string().describe('Typically contains the CVE id.'),
    url: z.url(),
    state: z.enum(['open', 'closed']),
    severity: SeverityOrUnknown.describe('From the labels; where they are silent, the worst severity of its CVEs.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    labels: z.array(IssueLabel),
    cves: z.array(CveId).describe('CVE ids named in the title.'),
    packages: z.array(z.string()).describe('Names of the affected packages.'),
    hasFixAvailable: z.boolean(),
    assignees: z.array(z.string()).describe('Logins of the users assigned.'),
    relatedCves: z.array(CveId).optional().describe('CVE ids named in the body alone.'),
    severitySource: z.enum(['labels', 'cves', 'none']).optional(),
    fix: IssueFix.nullable().optional().describe('What makes `hasFixAvailable` true.'),
    channelVerdict: IssueVerdict.nullable()
      .optional()
      .describe('Null for a closed issue, which is not judged. On `/issues` and `/issues/:id`.'),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof Issue>;

/** One page of issues (spec 2.1, issue list result). */
export const IssueList = z
  .object({
    issues: z.array(Issue),
    total: z.int().nonnegative().describe('Issues that match, on all pages.'),
    page: z.int().positive(),
    pageSize: z.int().positive().describe('The limit that was used, which is at most 500.'),
  })
  .meta({ id: 'IssueList' });
export type IssueList = z.infer<typeof IssueList>;
