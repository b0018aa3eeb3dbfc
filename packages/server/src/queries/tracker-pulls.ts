import { type PullFacts, type PullLink, type ReachFacts, subjectsOf } from '@almanac/core/tracker';
import { sql } from 'kysely';
import { COLLECTION } from '../projections/tracker.ts';
import type { Db } from '../store/database.ts';
import { integers, texts } from '../store/list-parameter.ts';
import { isoText, type TrackerIssue } from './tracker-issues.ts';

/** A pull request as the tracker has it. */
export interface TrackerPullRow extends PullFacts {
  readonly recordId: number;
  readonly title: string;
  readonly url: string;
  readonly closedAt: string | null;
}

export interface TrackerPulls {
  readonly pulls: readonly TrackerPullRow[];
  readonly links: readonly PullLink[];
}

/** The pull requests that may have to do with these issues, and the pointers of their timelines; null: with any. */
export async function trackerPulls(db: Db, issues: readonly TrackerIssue[] | null): Promise<TrackerPulls> {
  const pulls = await pullRequests(db, issues);
  const numbers = issues === null ? null : pulls.map(({ number }) => number);
  const [links, reached] = await Promise.all([pointers(db, numbers), reaches(db, numbers)]);
  return { links, pulls: pulls.map((pull) => Object.assign(pull, { reached: reached.get(pull.number) ?? [] })) };
}

async function pullRequests(
  db: Db,
  issues: readonly TrackerIssue[] | null,
): Promise<readonly Omit<TrackerPullRow, 'reached'>[]> {
  const { rows } = await sql<Omit<TrackerPullRow, 'reached'>>`
    select record_id as "recordId", number, title, url, state, base, ${isoText('created_at')} as "createdAt",
           ${isoText('closed_at')} as "closedAt", ${isoText('merged_at')} as "mergedAt", cves, closes,
           backport_of as "backportOf"
    from pull_request
    where collection = ${COLLECTION} ${issues === null ? sql`` : sql`and number in (${near(issues)})`}
    order by number`.execute(db);
  return rows;
}

async function pointers(db: Db, pulls: readonly number[] | null): Promise<readonly PullLink[]> {
  const { rows } = await sql<PullLink>`
    select distinct issue, pull from issue_pull where collection = ${COLLECTION} and ${among(pulls)}`.execute(db);
  return rows;
}

async function reaches(db: Db, pulls: readonly number[] | null): Promise<ReadonlyMap<number, readonly ReachFacts[]>> {
  const { rows } = await sql<ReachFacts & { pull: number }>`
    select pull, branch, revision, ${isoText('reached_at')} as "reachedAt" from pull_reach
    where collection = ${COLLECTION} and ${among(pulls)}`.execute(db);
  const byPull = new Map<number, ReachFacts[]>();
  for (const { pull, ...reach } of rows) {
    const others = byPull.get(pull);
    if (others === undefined) byPull.set(pull, [reach]);
    else others.push(reach);
  }
  return byPull;
}

function among(pulls: readonly number[] | null) {
  return pulls === null ? sql`true` : sql`pull = any(${integers(pulls)})`;
}

/** Selects pull requests linked from the issues, closing them, naming their CVEs, or backporting these. */
function near(issues: readonly TrackerIssue[]) {
  const numbers = issues.map(({ number }) => number);
  const subjects = [...new Set(issues.flatMap(subjectsOf))];
  return sql`
    with named as (
      select pull as number from issue_pull where collection = ${COLLECTION} and issue = any(${integers(numbers)})
      union
      select number from pull_request
      where collection = ${COLLECTION} and (cves && ${texts(subjects)} or closes && ${integers(numbers)})
    )
    select number from named
    union
    select number from pull_request where collection = ${COLLECTION} and backport_of in (select number from named)`;
}
