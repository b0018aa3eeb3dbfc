import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { openObject } from './open-object.ts';
import { SeverityOrUnknown } from './severity.ts';
import { UnknownReason, Verdict } from './verdict.ts';

/** Spec 2.1. `color` has six hexadecimal digits without `#`. */
export const IssueLabel = z.object({ name: z.string(), color: z.string() }).meta({ id: 'IssueLabel' });
export type IssueLabel = z.infer<typeof IssueLabel>;

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
    .describe('The first pull request merged.'),
}).meta({ id: 'IssueFix' });
export type IssueFix = z.infer<typeof IssueFix>;

export const OpenVerdict = z.enum(['affected', 'unknown', 'not_affected']).meta({ id: 'OpenVerdict' });

/** Derived from the verdicts for its CVEs and the versions in channels. */
export const IssueVerdict = z
  .object({
    verdict: OpenVerdict.describe(
      '`affected`: a channel carries an affected version. `not_affected`: no channel does, so the issue can be closed. `unknown`: neither is certain.',
    ),
    unknownReasons: z
      .array(z.enum([...UnknownReason.options, 'not_judged']))
      .describe('Empty unless the verdict is `unknown`. `not_judged`: not evaluated yet.'),
    affectedBy: z.array(CveId).describe('CVEs that affect a version in a channel.'),
    undecided: z.array(CveId).describe('CVEs that may affect a version in a channel.'),
    places: z
      .array(
        z.object({
          attribute: z.string(),
          channel: z.string(),
          version: z.string().nullable(),
          verdict: Verdict,
        }),
      )
      .describe('The packages and channels that determine the verdict, the first 10.'),
  })
  .meta({ id: 'IssueVerdict' });
export type IssueVerdict = z.infer<typeof IssueVerdict>;

/** Spec 2.1 and 3.1. The last four members are additions. */
export const Issue = z
  .object({
    number: z.int().positive(),
    title: z.string().describe('Typically contains the CVE ID.'),
    url: z.url(),
    state: z.enum(['open', 'closed']),
    severity: SeverityOrUnknown.describe('From the labels, otherwise the worst severity of its CVEs.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    labels: z.array(IssueLabel),
    cves: z.array(CveId).describe('CVE IDs in the title.'),
    packages: z.array(z.string()).describe('Affected packages.'),
    hasFixAvailable: z.boolean(),
    assignees: z.array(z.string()).describe('Logins of the assignees.'),
    relatedCves: z.array(CveId).optional().describe('CVE IDs that occur only in the body.'),
    severitySource: z.enum(['labels', 'cves', 'none']).optional(),
    fix: IssueFix.nullable().optional().describe('The fix behind `hasFixAvailable`.'),
    channelVerdict: IssueVerdict.nullable()
      .optional()
      .describe('Null for closed issues. Only on `/issues` and `/issues/:id`.'),
  })
  .meta({ id: 'Issue' });
export type Issue = z.infer<typeof Issue>;

/** Spec 2.1. */
export const IssueList = z
  .object({
    issues: z.array(Issue),
    total: z.int().nonnegative().describe('Matching issues on all pages.'),
    page: z.int().positive(),
    pageSize: z.int().positive().describe('The page size used, at most 500.'),
  })
  .meta({ id: 'IssueList' });
export type IssueList = z.infer<typeof IssueList>;
