import type { TrackedIssue } from '@almanac/core/matching';
import { sql } from 'kysely';
import { COLLECTION } from '../projections/tracker.ts';
import type { Db } from '../store/database.ts';
import { namesOne } from './names-among.ts';

/** A tracked issue that names a package. `fixed`: a pull request that names one of its CVEs, or closes it, is merged. No hash of the past. */
export interface IssueNaming extends TrackedIssue {
  readonly recordId: number;
}

export interface IssuesNaming {
  readonly issues: readonly IssueNaming[];
  /** Names, in small letters, that more issues bear than are read: some of theirs are missing. */
  readonly cut: ReadonlySet<string>;
}

/** Per name; no package has more. The newest are read. */
const MAX_ISSUES = 500;
/** For all names in one query. */
const MAX_TOGETHER = 5_000;

const HASH = sql`(select encode(raw_sha256, 'hex') from current_version where current_version.record_id = issue.record_id)`;

/**
 * Issues that name one of the packages, in whatever case, as they stand now. For a past instant those that were open or closed by
 * then: what they name is what they name today. All names are one question, or two where the answers would be too many for one.
 */
export async function issuesNaming(
  db: Db,
  names: readonly string[],
  at: Date | null,
  most = MAX_ISSUES,
): Promise<IssuesNaming> {
  if (names.length === 0) return { issues: [], cut: new Set() };
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const together = wanted.length === 1 ? most : Math.max(most, MAX_TOGETHER);
  const state = at === null ? sql`state` : sql`case when closed_at <= ${at} then 'closed' else 'open' end`;
  const merged = at === null ? sql`merged_at is not null` : sql`merged_at <= ${at}`;
  const { rows } = await sql<IssueNaming>`
    with issue as materialized (
      select * from issue
      where collection = ${COLLECTION} and tracked and ${namesOne(wanted)} and cves <> '{}'
        and (${at}::timestamptz is null or created_at <= ${at})
    )
    select record_id as "recordId", number, title, url, ${state} as state, cves, packages,
           -- Apart, since each has an index; counted, since to find one of many the planner would read the table.
           (select count(*) from pull_request as p
            where p.collection = issue.collection and ${merged} and p.cves && issue.cves) > 0
           or (select count(*) from pull_request as p
               where p.collection = issue.collection and ${merged} and closes && array[issue.number]) > 0 as fixed,
           ${at === null ? HASH : sql`null`} as sha256
    from issue order by number desc limit ${together + 1}`.execute(db);
  if (rows.length <= most || (rows.length <= together && !hasFlood(rows, most)))
    return { issues: rows, cut: new Set() };
  if (wanted.length === 1) return { issues: rows.slice(0, most), cut: new Set(wanted) };
  const half = Math.ceil(wanted.length / 2);
  const first = await issuesNaming(db, wanted.slice(0, half), at, most);
  const second = await issuesNaming(db, wanted.slice(half), at, most);
  const all = new Map([...first.issues, ...second.issues].map((issue) => [issue.number, issue]));
  const issues = [...all.values()].sort((a, b) => b.number - a.number);
  return { issues, cut: first.cut.union(second.cut) };
}

/** Whether more issues bear some name than are read of one. */
function hasFlood(rows: readonly IssueNaming[], most: number): boolean {
  const counts = new Map<string, number>();
  for (const { packages } of rows) {
    for (const name of new Set(packages.map((each) => each.toLowerCase()))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts.values().some((count) => count > most);
}
