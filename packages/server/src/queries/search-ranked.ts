import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { documentHolds, type SearchQuestion, vulnerabilityHolds } from './search-question.ts';

/** So many records are ranked in a few milliseconds each thousand. */
const ALL = 3_000;
/** Of what is ranked, so many are looked up for their score. */
const SCORED = 500;
/** Of words that more records hold, the newest so many are ranked, and so many of those that are known to be exploited. */
const NEWEST = 400;
const EXPLOITED = 100;
/** Of these come at most so many vulnerabilities: an erratum may have hundreds. */
const RANKED = 500;

export interface RankedGroups {
  readonly keys: readonly string[];
  readonly total: number;
}

/** Whether more records match, by the planner's statistics, than so many: then reading all of them would be for nothing. */
export async function isCommon(db: Db, question: SearchQuestion, most = ALL): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from search_document as d where ${documentHolds(question)}`.execute(db);
  return (rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) > 1.5 * most;
}

/** The vulnerabilities with a record that matches, best first, while these are not too many; null when they are. */
export async function rankedGroups(
  db: Db,
  question: SearchQuestion,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RankedGroups | null> {
  const matching = sql`select ${columns(question)} from search_document as d where ${documentHolds(question)} limit ${ALL + 1}`;
  const { records, keys, total } = await ranked(db, question, matching, { offset, limit });
  return records > ALL ? null : { keys, total };
}

/** The best among the newest of them: what to show first of a word that is everywhere. */
export async function newestRanked(db: Db, question: SearchQuestion): Promise<readonly string[]> {
  const newest = (condition: RawBuilder<unknown>, limit: number) => sql`(
    select ${columns(question)} from search_document as d
    where ${documentHolds(question)} and ${condition} order by d.published desc limit ${limit})`;
  const matching = sql`
    ${newest(sql`d.published is not null`, NEWEST)} union ${newest(sql`d.published is not null and d.kev`, EXPLOITED)}`;
  return (await ranked(db, question, matching, { offset: 0, limit: RANKED })).keys;
}

/** Any of them: what to show when looking for the newest takes too long. */
export async function someRanked(db: Db, question: SearchQuestion): Promise<readonly string[]> {
  const some = sql`select ${columns(question)} from search_document as d where ${documentHolds(question)} limit ${NEWEST}`;
  return (await ranked(db, question, some, { offset: 0, limit: RANKED })).keys;
}

/** Ids count most, then names, titles, prose; closeness of the words counts by itself. */
const WEIGHTS = [0.1, 0.5, 0.9, 1];

function columns({ words }: SearchQuestion): RawBuilder<unknown> {
  const rank = words === null ? sql`0::real` : sql`ts_rank_cd(${WEIGHTS}::real[], d.document, ${words}::tsquery, 1)`;
  return sql`d.record_id, ${rank} as rank`;
}

/**
 * What is exploited is what most people look for, what was withdrawn hardly anybody; a record without a CVE often says in other
 * words what one with a CVE says; an erratum of several vulnerabilities says little of each. A score at most doubles the rank, so
 * that it is looked up for the first alone.
 */
async function ranked(
  db: Db,
  question: SearchQuestion,
  matching: RawBuilder<unknown>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<RankedGroups & { readonly records: number }> {
  const { rows } = await sql<RankedGroups & { records: number }>`/* planned each time */
    with matched as materialized (${matching}),
    named as materialized (
      select v.key, v.published_place,
             max(m.rank * case when held.several then 0.25 else 1 end)::float8 * case when v.kev then 1.5 else 1 end
               * case when v.key like 'CVE-%' then 2 else 1 end * case when v.withdrawn then 0.1 else 1 end as base
      from matched as m join vulnerability_record as held on held.record_id = m.record_id
      join vulnerability as v on v.key = held.vuln
      where ${vulnerabilityHolds(question)} group by v.key
    )
    select (select count(*) from matched) as records, (select count(*) from named) as total, array(
      select key from (
        select key, published_place, base, row_number() over (order by base desc, published_place desc, key desc) as place from named
      ) as placed
      order by place > ${SCORED}, base * (1 + coalesce(case when place <= ${SCORED} then (
        select e.score from epss_current as e where e.cve_id = key) end, 0) / 1e5::float8) desc, published_place desc, key desc
      offset ${offset} limit ${limit}) as keys`.execute(db);
  return rows[0] ?? { keys: [], total: 0, records: 0 };
}
