import type { IssueFacts, IssueSeverity } from '@almanac/core/tracker';
import { sql } from 'kysely';
import { COLLECTION } from '../projections/tracker.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import type { Id } from './cve-subjects.ts';

/** An issue as the tracker has it. */
export interface TrackerIssue extends IssueFacts {
  readonly recordId: number;
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly stateReason: string | null;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly labels: readonly { readonly name: string; readonly color: string }[];
  readonly assignees: readonly string[];
  readonly packages: readonly string[];
  readonly labelSeverity: Exclude<IssueSeverity['severity'], 'unknown'> | null;
  readonly tracked: boolean;
}

/** All that are tracked, one by its number (tracked or not any more), or those that name a CVE. */
export type WhichIssues = 'tracked' | { readonly number: number } | { readonly cve: Id };

/** Issues of the tracker by number. One question, so that a list and its count are of one moment. */
export async function trackerIssues(db: Db, which: WhichIssues): Promise<readonly TrackerIssue[]> {
  const { rows } = await sql<TrackerIssue>`${issuesWanted(which)}`.execute(db);
  return rows;
}

/** Those that name a CVE, as a column of JSON. */
export function issuesOfCveColumn(cve: Id) {
  return sql`(select json_agg(issue) from (${issuesWanted({ cve })}) issue)`;
}

function issuesWanted(which: WhichIssues) {
  return sql`
    select record_id as "recordId", number, title, url, state, state_reason as "stateReason",
           ${isoText('created_at')} as "createdAt", ${isoText('updated_at')} as "updatedAt",
           ${isoText('closed_at')} as "closedAt", labels, assignees, cves, related_cves as "relatedCves", packages,
           label_severity as "labelSeverity", tracked
    from issue where ${wanted(which)} order by number`;
}

/** As answers write times: thousands at once are not made into dates and back. */
export function isoText(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function wanted(which: WhichIssues) {
  if (which === 'tracked') return sql`collection = ${COLLECTION} and tracked`;
  if ('number' in which) return sql`collection = ${COLLECTION} and number = ${which.number}`;
  return issueNames(which.cve);
}

/** A condition on a row of `issue`: it is tracked and names the CVE. */
export function issueNames(cve: Id) {
  const named = typeof cve === 'string' ? texts([cve]) : sql`array[${cve}]`;
  return sql`collection = ${COLLECTION} and tracked and (cves @> ${named} or related_cves @> ${named})`;
}
