import { type RawBuilder, sql } from 'kysely';
import { EXPLOITED_LABEL } from '../projections/search-labels.ts';
import type { Db, Transaction } from '../store/database.ts';
import { type SearchMonths, searchMonths } from './search-months.ts';
import { documentHolds, isNarrowed, type SearchQuestion, vulnerabilityHolds } from './search-question.ts';
import type { SortedPage } from './search-sorted.ts';

/** So many records are ranked in a few milliseconds each thousand. */
const ALL = 3_000;
/** Number of ranked rows whose score is looked up. */
const SCORED = 500;
/** For common words, number of newest records ranked, and of known exploited ones. */
const NEWEST = 400;
const EXPLOITED = 100;
/** Maximum vulnerabilities from these: an erratum may have hundreds. */
const RANKED = 500;

export interface RankedGroups {
  readonly keys: readonly string[];
  readonly total: number;
}

/** How many records match by the planner's statistics. */
export async function estimatedRecords(db: Db, question: SearchQuestion): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from search_document as d where ${documentHolds(question)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Whether so many, by estimate, are more than these: then reading all of them would be for nothing. */
export function isCommon(estimated: number, most: number): boolean {
  return estimated > 1.5 * most;
}

/** From here on an estimate may be of more than are ranked. To ask the index takes a millisecond or two. */
const IN_DOUBT = 0.9 * ALL;

/** How many records match, and whether these are too many to rank all of them. Where the estimate is in doubt, the index is asked. */
export async function recordsToRank(
  trx: Transaction,
  question: SearchQuestion,
): Promise<{ readonly records: number; readonly tooMany: boolean }> {
  const estimated = await estimatedRecords(trx, question);
  const inDoubt = estimated > IN_DOUBT && !isCommon(estimated, ALL);
  const indexed = inDoubt && !hasPhrase(question) && !isNarrowed(question) ? await indexedRecords(trx, question) : null;
  if (indexed !== null) return { records: indexed, tooMany: indexed > ALL };
  return { records: estimated, tooMany: isCommon(estimated, ALL) };
}

/** How many records the index of words has, without reading any; null where the planner would not ask it. */
async function indexedRecords(trx: Transaction, { match }: SearchQuestion): Promise<number | null> {
  await sql`set local enable_seqscan = off`.execute(trx);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: CountedNode }] }>`
    explain (analyze, timing off, format json)
    select from search_document as d where d.document @@ ${match}::tsquery limit 1`.execute(trx);
  let node = rows[0]?.['QUERY PLAN'][0].Plan;
  while (node !== undefined && node['Node Type'] !== 'Bitmap Index Scan') node = node.Plans?.[0];
  return node?.['Actual Rows'] ?? null;
}

interface CountedNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly CountedNode[];
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

/** Whether the page ends before the last that are ranked of a word that is everywhere, where there are so many. */
export function isAmongRanked({ after, offset, limit }: SortedPage): boolean {
  return after === null && offset + limit <= RANKED;
}

/** The best among the newest of them: what to show first of a word that is everywhere. */
export async function newestRanked(db: Db, question: SearchQuestion, records: number): Promise<readonly string[]> {
  const months = await searchMonths(db);
  const everywhere = hasPhrase(question) ? EVERYWHERE.phrase : EVERYWHERE.words;
  const byMonths = months !== null && records <= everywhere * months.documents;
  const newest = byMonths ? newestByMonths(question, months) : newestByDate(question);
  const matching = sql`
    select ${columns(question)} from (${newest}) as newest join search_document as d on d.record_id = newest.record_id`;
  return (await ranked(db, question, matching, { offset: 0, limit: RANKED })).keys;
}

/**
 * If words occur in more than this share of documents, scanning by date is faster than scanning the newest month. For
 * phrases, only the frequency of their words is known.
 */
const EVERYWHERE = { words: 0.15, phrase: 0.5 };

/** How many records have a phrase, nobody knows before reading those that have its words. */
function hasPhrase({ match }: SearchQuestion): boolean {
  return match?.replaceAll(/'(?:[^']|'')*'/g, '').includes('<') ?? false;
}

function newestByDate(question: SearchQuestion): RawBuilder<unknown> {
  return sql`(${selectNewest(question, DATED, NEWEST)}) union all (${selectNewest(question, sql`${DATED} and d.kev`, EXPLOITED)})`;
}

/**
 * Searches by labels: future dates first, then month by month, and finally older documents.
 * Stops as soon as there are enough.
 */
function newestByMonths(question: SearchQuestion, { parts, since, until }: SearchMonths): RawBuilder<unknown> {
  return sql`
    (select record_id from (
      (${selectNewest(question, sql`d.published >= ${until}`, NEWEST)})
      union all
      select found.record_id from (
        select ${question.match}::tsquery && months::tsquery as query from unnest(${parts}::text[]) as listed (months) offset 0
      ) as part cross join lateral (${labelled(question, sql`part.query`, NEWEST)}) as found
      union all
      (${selectNewest(question, sql`d.published < ${since}`, NEWEST)})
    ) as in_turn limit ${NEWEST})
    union all
    (${labelled(question, sql`(${question.match}::tsquery && ${`'${EXPLOITED_LABEL}'`}::tsquery)`, EXPLOITED)})`;
}

const DATED = sql`d.published is not null`;
const NEWEST_FIRST = sql`d.published desc, d.record_id desc`;

/** Goes along the index of dates. */
function selectNewest(question: SearchQuestion, condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select d.record_id from search_document as d
    where ${documentHolds(question, 'in turn')} and ${condition} order by ${NEWEST_FIRST} limit ${limit}`;
}

/** Reads all that have the labels, and looks up their vulnerabilities one by one until there are enough. */
function labelled(question: SearchQuestion, match: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select d.record_id from (
      select d.record_id from search_document as d where d.document @@ ${match} and ${DATED} order by ${NEWEST_FIRST} offset 0
    ) as d where ${documentHolds({ ...question, match: null }, 'in turn')} limit ${limit}`;
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

const BEST_FIRST = sql`order by base desc, published_place desc, key desc`;

/**
 * Known exploited vulnerabilities matter most, and withdrawn ones least. A record without a CVE often repeats one with
 * a CVE, and an erratum says little about each vulnerability. A score can at most double the rank, so it is looked up
 * only for the first rows.
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
      select v.key, v.published_place, found.rank * case when v.kev then 1.5 else 1 end
               * case when v.key like 'CVE-%' then 2 else 1 end * case when v.withdrawn then 0.1 else 1 end as base
      from (
        select held.vuln, max(m.rank * case when held.several then 0.25 else 1 end)::float8 as rank
        from matched as m join vulnerability_record as held on held.record_id = m.record_id group by held.vuln
      ) as found join vulnerability as v on v.key = found.vuln
      where ${vulnerabilityHolds(question)}
    )
    select (select count(*) from matched) as records, (select count(*) from named) as total, array(
      select key from (
        select key, published_place, base, row_number() over (${BEST_FIRST}) as place
        from (select * from named ${BEST_FIRST} limit ${Math.max(SCORED, offset + limit)}) as best
      ) as placed
      order by place > ${SCORED}, base * (1 + coalesce(case when place <= ${SCORED} then (
        select e.score from epss_current as e where e.cve_id = key) end, 0) / 1e5::float8) desc, published_place desc, key desc
      offset ${offset} limit ${limit}) as keys`.execute(db);
  return rows[0] ?? { keys: [], total: 0, records: 0 };
}
