import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { documentHolds, isNarrowed, type SearchQuestion, vulnerabilityHolds } from './search-question.ts';

export type SortOrder = 'date' | 'severity';

/** Where a row of a sorted list is: the next page begins behind it. */
export interface ListPosition {
  readonly severity: number;
  readonly score: number;
  /** In milliseconds; null: it is not dated. */
  readonly published: number | null;
  readonly key: string;
}

/** Which rows of a sorted list: those behind a position, or from a number on. */
export interface SortedPage {
  readonly after: ListPosition | null;
  readonly offset: number;
  readonly limit: number;
}

export interface SortedGroups {
  readonly keys: readonly string[];
  /** The position of the last of them. */
  readonly last: ListPosition | null;
  /** There are rows behind it. */
  readonly more: boolean;
}

/** The vulnerabilities of so many records are put together and sorted in a tenth of a second. */
export const COLLECTED = 30_000;

/** Sorts all vulnerabilities of which a record matches, while the records are not too many; null when they are. */
export async function collectedGroups(
  db: Db,
  question: SearchQuestion,
  order: SortOrder,
  page: SortedPage,
): Promise<(SortedGroups & { readonly total: number }) | null> {
  const { rows } = await sql<{ records: number; total: number; page: StoredPosition[] }>`/* planned each time */
    with matched as materialized (
      select d.record_id from search_document as d where ${documentHolds(question)} limit ${COLLECTED + 1}
    ),
    v as materialized (
      select distinct ${COLUMNS[order]}
      from matched join vulnerability_record as held on held.record_id = matched.record_id
      join vulnerability as v on v.key = held.vuln
      where ${vulnerabilityHolds(question)}
    )
    select (select count(*) from matched) as records, (select count(*) from v) as total, coalesce((
      select json_agg(behind) from (
        select ${POSITIONS[order]} from v where ${isBehind(order, page.after)} order by ${ORDERS[order]} ${selectRows(page)}
      ) as behind), '[]') as page`.execute(db);
  const [found] = rows;
  if (found === undefined || found.records > COLLECTED) return null;
  return { ...groupPositions(found.page, page.limit), total: found.total };
}

/** Goes along the index of all vulnerabilities: for what so many have that the next are never far, and for filters alone. */
export async function walkedGroups(
  db: Db,
  question: SearchQuestion,
  order: SortOrder,
  page: SortedPage,
): Promise<SortedGroups> {
  const { match } = question;
  const matches =
    match === null
      ? sql`true`
      : sql`exists (
          select from vulnerability_record as held join search_document as d on d.record_id = held.record_id
          where held.vuln = v.key and d.document @@ ${match}::tsquery)`;
  const { rows } = await sql<StoredPosition>`/* planned each time */
    select ${POSITIONS[order]} from vulnerability as v
    where ${isBehind(order, page.after)} and ${vulnerabilityHolds(question)} and ${matches}
    order by ${ORDERS[order]} ${selectRows(page)}`.execute(db);
  return groupPositions(rows, page.limit);
}

/** Beyond, a total is no longer counted. */
const COUNTED = 100_000;

/** Milliseconds that it takes to count the vulnerabilities of so many records. */
export function countingTakes(records: number): number {
  return records * 0.004;
}

/** How many vulnerabilities there are; null where they are more than are counted. */
export async function countGroups(db: Db, question: SearchQuestion): Promise<number | null> {
  const found =
    question.match === null
      ? sql`select from vulnerability as v where ${vulnerabilityHolds(question)}`
      : sql`
        select distinct v.key from search_document as d join vulnerability_record as held on held.record_id = d.record_id
        join ${isNarrowed(question) ? sql`vulnerability as v` : sql`lateral (select held.vuln as key) as v`} on v.key = held.vuln
        where d.document @@ ${question.match}::tsquery and ${vulnerabilityHolds(question)}`;
  const { rows } = await sql<{ total: number }>`/* planned each time */
    select count(*) as total from (${found} limit ${COUNTED + 1}) as counted`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > COUNTED ? null : total;
}

interface StoredPosition {
  readonly key: string;
  readonly severity: number;
  readonly score: number;
  readonly published: number | null;
}

/** Only what the order needs, so that an index-only scan suffices. */
const COLUMNS: Readonly<Record<SortOrder, RawBuilder<unknown>>> = {
  date: sql`v.key, v.published_place`,
  severity: sql`v.key, v.published_place, v.severity_place, v.score_place`,
};

const DATE = sql`(extract(epoch from nullif(v.published_place, '-infinity')) * 1000)::float8 as published`;

const POSITIONS: Readonly<Record<SortOrder, RawBuilder<unknown>>> = {
  date: sql`v.key, ${DATE}, 0 as severity, 0 as score`,
  severity: sql`v.key, ${DATE}, v.severity_place as severity, v.score_place as score`,
};

const ORDERS: Readonly<Record<SortOrder, RawBuilder<unknown>>> = {
  date: sql`v.published_place desc, v.key desc`,
  severity: sql`v.severity_place desc, v.score_place desc, v.published_place desc, v.key desc`,
};

function isBehind(order: SortOrder, after: ListPosition | null): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  const published = after.published === null ? '-infinity' : new Date(after.published).toISOString();
  return order === 'date'
    ? sql`(v.published_place, v.key) < (${published}::timestamptz, ${after.key})`
    : sql`(v.severity_place, v.score_place, v.published_place, v.key)
        < (${after.severity}::smallint, ${after.score}::real, ${published}::timestamptz, ${after.key})`;
}

/** One more than is shown: whether there is a next page. */
function selectRows({ after, offset, limit }: SortedPage): RawBuilder<unknown> {
  return sql`offset ${after === null ? offset : 0} limit ${limit + 1}`;
}

function groupPositions(rows: readonly StoredPosition[], limit: number): SortedGroups {
  const shown = rows.slice(0, limit);
  return { keys: shown.map(({ key }) => key), last: shown.at(-1) ?? null, more: rows.length > limit };
}
