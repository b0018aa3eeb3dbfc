import { sql } from 'kysely';
import { COLLECTION } from '../projections/tracker.ts';
import type { Db } from '../store/database.ts';

/** A tracked issue that names a package. */
export interface IssueNaming {
  readonly recordId: number;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed';
  readonly cves: readonly string[];
  readonly packages: readonly string[];
  /** A pull request that names one of its CVEs, or closes it, is merged. */
  readonly fixed: boolean;
}

/** More than any package has; the newest are read. */
const MAX_ISSUES = 500;

/**
 * Issues that name one of the packages, in whatever case, as they stand now. For a past instant those that were open or closed by
 * then: what they name is what they name today.
 */
export async function issuesNaming(db: Db, names: readonly string[], at: Date | null): Promise<readonly IssueNaming[]> {
  if (names.length === 0) return [];
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const state = at === null ? sql`state` : sql`case when closed_at <= ${at} then 'closed' else 'open' end`;
  const merged = at === null ? sql`merged_at is not null` : sql`merged_at <= ${at}`;
  const { rows } = await sql<IssueNaming>`
    with issue as materialized (
      select * from issue
      where collection = ${COLLECTION} and tracked and lower_names(packages) && ${wanted}::text[] and cves <> '{}'
        and (${at}::timestamptz is null or created_at <= ${at})
    )
    select record_id as "recordId", number, title, url, ${state} as state, cves, packages,
           -- Apart, since each has an index; counted, since to find one of many the planner would read the table.
           (select count(*) from pull_request as p
            where p.collection = issue.collection and ${merged} and p.cves && issue.cves) > 0
           or (select count(*) from pull_request as p
               where p.collection = issue.collection and ${merged} and closes && array[issue.number]) > 0 as fixed
    from issue order by number desc limit ${MAX_ISSUES}`.execute(db);
  return rows;
}
