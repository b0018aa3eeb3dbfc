import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** What is looked for. Queries are in PostgreSQL's notation. */
export interface SearchQuestion {
  /** What ranks: the words. Null: a search by filters alone. */
  readonly words: string | null;
  /** What must hold: words and labels. */
  readonly match: string | null;
  readonly severity: string | null;
  readonly kev: boolean | null;
  readonly epssMin: number | null;
  readonly publishedAfter: Date | null;
  readonly publishedBefore: Date | null;
  readonly sort: 'relevance' | 'date' | 'severity';
  /** Groups that are shown already. */
  readonly except: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

export interface FoundGroups {
  /** CVE ids, or what stands for a group of aliases without one; best first. */
  readonly keys: readonly string[];
  /** How many groups there are among what was looked at. */
  readonly total: number;
  /** There are more records than were looked at. */
  readonly more: boolean;
}

/** So many records are ranked in a few milliseconds each thousand. */
const ALL = 2_000;
/** Of what is ranked, so many are looked up for their score. */
const SCORED = 500;
/** Of words that more records hold, the newest so many are ranked, and so many of those that are known to be exploited. */
const NEWEST = 400;
const EXPLOITED = 100;

/** Whether so many records match, by the planner's statistics, that reading all of them would be for nothing. */
export async function isCommon(db: Db, question: SearchQuestion): Promise<boolean> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from search_document as d where ${holds(question)}`.execute(db);
  return (rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) > 1.5 * ALL;
}

/** The records that match, put together by vulnerability and in order, while they are not too many; null when they are. */
export async function allGroups(db: Db, question: SearchQuestion): Promise<FoundGroups | null> {
  const matching = sql`select ${columns(question)} from search_document as d where ${holds(question)} limit ${ALL + 1}`;
  const found = await ordered(db, question, matching);
  return found.records > ALL ? null : { ...found, more: false };
}

/** The same among the newest of them: what to show of a word that is everywhere. */
export async function newestGroups(db: Db, question: SearchQuestion): Promise<FoundGroups> {
  const newest = (condition: RawBuilder<unknown>, limit: number) => sql`(
    select ${columns(question)} from search_document as d
    where ${holds(question)} and ${condition} order by published desc limit ${limit})`;
  const matching = sql`
    ${newest(sql`published is not null`, NEWEST)} union ${newest(sql`published is not null and kev`, EXPLOITED)}`;
  return { ...(await ordered(db, question, matching)), more: true };
}

/** Any of them: what to show when looking for the newest takes too long. */
export async function someGroups(db: Db, question: SearchQuestion): Promise<FoundGroups> {
  const some = sql`select ${columns(question)} from search_document as d where ${holds(question)} limit ${NEWEST}`;
  return { ...(await ordered(db, question, some)), more: true };
}

/** Ids count most, then names, titles, prose; closeness of the words counts by itself. */
const WEIGHTS = [0.1, 0.5, 0.9, 1];

function columns({ words, sort }: SearchQuestion): RawBuilder<unknown> {
  const rank =
    words === null || sort !== 'relevance'
      ? sql`0::real`
      : sql`ts_rank_cd(${WEIGHTS}::real[], d.document, ${words}::tsquery, 1)`;
  return sql`d.record_id, d.id, d.cve_id, d.source, d.published, d.severity, d.score, d.kev, d.withdrawn, ${rank} as rank`;
}

function holds(question: SearchQuestion): RawBuilder<unknown> {
  const { match, severity, kev, epssMin, publishedAfter, publishedBefore } = question;
  const conditions = [
    match === null ? null : sql`d.document @@ ${match}::tsquery`,
    severity === null ? null : severity === 'unknown' ? sql`d.severity is null` : sql`d.severity = ${severity}`,
    kev === null ? null : kev ? sql`d.kev` : sql`not d.kev`,
    publishedAfter === null ? null : sql`d.published >= ${publishedAfter}`,
    publishedBefore === null ? null : sql`d.published <= ${publishedBefore}`,
    epssMin === null
      ? null
      : sql`exists (select from epss_current as e where e.cve_id = d.cve_id and e.score >= ${Math.ceil(epssMin * 1e5)})`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

async function ordered(
  db: Db,
  { sort, except, offset, limit }: SearchQuestion,
  matching: RawBuilder<unknown>,
): Promise<{ keys: string[]; total: number; records: number }> {
  const { rows } = await sql<{ keys: string[]; total: number; records: number }>`
    with matched as materialized (${matching}),
    named as materialized (
      select coalesce(m.cve_id, g.group_id, m.id) as key, bool_or(m.kev) as kev,
             coalesce(bool_or(m.withdrawn) filter (where m.source = 1), bool_and(m.withdrawn)) as withdrawn,
             coalesce(min(m.published) filter (where m.source = 1), min(m.published)) as published,
             ${sort === 'relevance' ? sql`max(m.rank) as rank` : sort === 'severity' ? SEVERITY : sql`0 as rank`}
      from matched as m left join alias_group as g on m.cve_id is null and g.id = m.id
      group by 1 having not coalesce(m.cve_id, g.group_id, m.id) = any(${except}::text[])
    )
    select (select count(*) from matched) as records, (select count(*) from named) as total,
           array(${ORDERED[sort]} offset ${offset} limit ${limit}) as keys`.execute(db);
  return rows[0] ?? { keys: [], total: 0, records: 0 };
}

const SEVERITY = sql`
  coalesce(max(array_position(array['low', 'medium', 'high', 'critical'], m.severity)) filter (where m.source = 1),
           max(array_position(array['low', 'medium', 'high', 'critical'], m.severity))) as severity,
  coalesce(max(m.score) filter (where m.source = 1), max(m.score)) as score`;

const LAST = sql`published desc nulls last, key desc`;

/**
 * What is exploited is what most people look for, what was withdrawn hardly anybody; a record without a CVE often says in other
 * words what one with a CVE says. A score at most doubles the rank, so that it is looked up for the first alone.
 */
const ORDERED: Readonly<Record<SearchQuestion['sort'], RawBuilder<unknown>>> = {
  relevance: sql`
    select key from (
      select key, published, base, row_number() over (order by base desc, ${LAST}) as place
      from named, lateral (
        select rank::float8 * case when kev then 1.5 else 1 end * case when key like 'CVE-%' then 2 else 1 end
               * case when withdrawn then 0.1 else 1 end as base
      ) as weighed
    ) as placed
    order by place > ${SCORED}, base * (1 + coalesce(case when place <= ${SCORED} then (
      select e.score from epss_current as e where e.cve_id = key) end, 0) / 1e5::float8) desc, ${LAST}`,
  date: sql`select key from named order by ${LAST}`,
  severity: sql`
    select key from named order by withdrawn, severity desc nulls last, score desc nulls last, ${LAST}`,
};
