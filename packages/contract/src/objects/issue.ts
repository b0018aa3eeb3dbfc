import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { openObject } from './open-object.ts';
import { SeverityOrUnknown } from './severity.ts';

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

/** One issue of the tracker (spec 2.1; states 3.1). The last three members are additions. */
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
