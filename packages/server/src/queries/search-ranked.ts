import { type RawBuilder, sql } from 'kysely';
import { EXPLOITED_LABEL } from '../projections/search-labels.ts';
import type { Db, Transaction } from '../store/database.ts';
import { documentHolds, isNarrowed, type SearchQuestion, vulnerabilityHolds } from './search-question.ts';
import type { SortedPage } from './search-sorted.ts';
import { newestMonths, type SearchWindow } from './search-window.ts';

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

/** How many records match by the planner's statistics. */
export async function estimatedRecords(db: Db, question: SearchQuestion): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from search_document as d where ${documentHolds(question)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Estimates are off by so much. */
const DOUBT = 1.5;

/** Whether so many, by estimate, are more than these: then reading all of them would be for nothing. */
export function isCommon(estimated: number, most: number): boolean {
  return estimated > DOUBT * most;
}

/** How many records match, and whether these are too many to rank all of them. Where the estimate is in doubt, the index is asked. */
export async function recordsToRank(
  trx: Transaction,
  question: SearchQuestion,
): Promise<{ readonly records: number; readonly tooMany: boolean }> {
  const estimated = await estimatedRecords(trx, question);
  const inDoubt = estimated > ALL / DOUBT && !isCommon(estimated, ALL);
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
  const matching = sql`select ${columns(question)}, false as newest from search_document as d where ${documentHolds(question)} limit ${ALL + 1}`;
  const { records, keys, total } = await ranked(db, question, matching, { offset, limit });
  return records > ALL ? null : { keys, total };
}

/** Whether the page ends before the last that are ranked of a word that is everywhere, where there are so many. */
export function isAmongRanked({ after, offset, limit }: SortedPage): boolean {
  return after === null && offset + limit <= RANKED;
}

/** The best among the newest of them: what to show first of a word that is everywhere. */
export async function newestRanked(db: Db, question: SearchQuestion, estimated: number): Promise<readonly string[]> {
  for (
    let share = (SPARE * NEWEST) / Math.max(ALL, estimated);
    !hasPhrase(question) && share < WIDEST;
    share *= WIDER
  ) {
    const window = await newestMonths(db, share);
    if (window === null || estimated > EVERYWHERE * window.documents) break;
    const matching = withinWindow(question, window);
    const { keys, newest } = await ranked(db, question, matching, { offset: 0, limit: RANKED });
    if (newest === NEWEST) return keys;
  }
  const dated = sql`d.published is not null`;
  const matching = sql`
    ${newestOf(question, dated, NEWEST, true)} union all ${newestOf(question, sql`${dated} and d.kev`, EXPLOITED, false)}`;
  return (await ranked(db, question, matching, { offset: 0, limit: RANKED })).keys;
}

/** A window has twice as many as are wanted by estimate, then six times as many, as long as it is less than half of all. */
const SPARE = 2;
const WIDER = 6;
const WIDEST = 0.5;
/** Of words that so many documents have, the newest are found sooner by date than among all of the newest month. */
const EVERYWHERE = 0.25;

/** How seldom a phrase is, nobody knows before reading: no window can be chosen for it. */
function hasPhrase({ match }: SearchQuestion): boolean {
  return match?.replaceAll(/'(?:[^']|'')*'/g, '').includes('<') ?? false;
}

/**
 * The same by labels: what is dated in the future, and of the months of the window. If these are fewer than the newest that are ranked,
 * the window was too narrow.
 */
function withinWindow(question: SearchQuestion, { months, until }: SearchWindow): RawBuilder<unknown> {
  const labelled = (labels: string) => ({ ...question, match: `(${question.match}) & (${labels})` });
  const dated = sql`d.published is not null`;
  return sql`
    (select * from (
      ${newestOf(question, sql`d.published >= ${until}`, NEWEST, true)}
      union all ${newestOf(labelled(months), sql`d.published < ${until}`, NEWEST, true)}) as both_parts
    order by published desc, record_id desc limit ${NEWEST})
    union all ${newestOf(labelled(`'${EXPLOITED_LABEL}'`), dated, EXPLOITED, false)}`;
}

function newestOf(
  question: SearchQuestion,
  condition: RawBuilder<unknown>,
  limit: number,
  newest: boolean,
): RawBuilder<unknown> {
  // The limit is within: what is left out is not ranked.
  return sql`(
    select ${columns(question)}, d.published, ${newest}::boolean as newest from (
      select d.record_id, d.published, d.document from search_document as d
      where ${documentHolds(question)} and ${condition} order by d.published desc, d.record_id desc limit ${limit}
    ) as d)`;
}

/** Any of them: what to show when looking for the newest takes too long. */
export async function someRanked(db: Db, question: SearchQuestion): Promise<readonly string[]> {
  const some = sql`select ${columns(question)}, false as newest from search_document as d where ${documentHolds(question)} limit ${NEWEST}`;
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
): Promise<RankedGroups & { readonly records: number; readonly newest: number }> {
  const { rows } = await sql<RankedGroups & { records: number; newest: number }>`/* planned each time */
    with matched as materialized (${matching}),
    named as materialized (
      select v.key, v.published_place,
             max(m.rank * case when held.several then 0.25 else 1 end)::float8 * case when v.kev then 1.5 else 1 end
               * case when v.key like 'CVE-%' then 2 else 1 end * case when v.withdrawn then 0.1 else 1 end as base
      from matched as m join vulnerability_record as held on held.record_id = m.record_id
      join vulnerability as v on v.key = held.vuln
      where ${vulnerabilityHolds(question)} group by v.key
    )
    select (select count(*) from matched) as records, (select count(*) from matched where newest) as newest, (select count(*) from named) as total, array(
      select key from (
        select key, published_place, base, row_number() over (order by base desc, published_place desc, key desc) as place from named
      ) as placed
      order by place > ${SCORED}, base * (1 + coalesce(case when place <= ${SCORED} then (
        select e.score from epss_current as e where e.cve_id = key) end, 0) / 1e5::float8) desc, published_place desc, key desc
      offset ${offset} limit ${limit}) as keys`.execute(db);
  return rows[0] ?? { keys: [], total: 0, records: 0, newest: 0 };
}
