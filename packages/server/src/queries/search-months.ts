import { sql } from 'kysely';
import { formatMonth, LABELLED_VERSION, label } from '../projections/search-labels.ts';
import type { Db } from '../store/database.ts';

/** The months in which documents were published. */
export interface SearchMonths {
  /** Parts of them, the newest first: the labels of each in PostgreSQL's notation. */
  readonly parts: readonly string[];
  /** They begin here; what is older is not among them. */
  readonly since: Date;
  /** They end here; what is dated in the future is not among them. */
  readonly until: Date;
  /** How many documents there are in all, as they were last counted. */
  readonly documents: number;
}

/** Older documents are found by date. */
const MOST_YEARS = 50;
/** So many months are parts of their own: most looking ends among them. Further back a part is a year. */
const SINGLE = 12;
const YEAR = 12;

/** Null where the months do not help: there are no documents, or some of them may be without their labels. */
export async function searchMonths(db: Db): Promise<SearchMonths | null> {
  const { rows } = await sql<{ since: Date | null; until: Date | null; documents: number }>`
    select least(until, date_trunc('month', greatest((select min(published) from search_document), earliest))) as since, until,
           (select reltuples from pg_class where oid = 'public.search_document'::regclass) as documents
    from (
      select now() - make_interval(years => ${MOST_YEARS}::integer) as earliest, date_trunc('month', (
        select max(published) from search_document where published < date_trunc('month', now()) + interval '1 month'
      )) + interval '1 month' as until
    ) as months
    where exists (select from projection_version where name = 'search' and version >= ${LABELLED_VERSION}::integer)`.execute(
    db,
  );
  const { since = null, until = null, documents = 0 } = rows[0] ?? {};
  if (since === null || until === null) return null;
  const parts = splitMonths(since, until).map((months) => months.map((month) => `'${label('d', month)}'`).join(' | '));
  return { parts, since, until, documents };
}

function splitMonths(since: Date, until: Date): string[][] {
  const parts: string[][] = [];
  const month = new Date(until);
  for (month.setUTCMonth(month.getUTCMonth() - 1); month >= since; month.setUTCMonth(month.getUTCMonth() - 1)) {
    const last = parts.at(-1);
    if (last === undefined || parts.length <= SINGLE || last.length === YEAR) parts.push([formatMonth(month)]);
    else last.push(formatMonth(month));
  }
  return parts;
}
