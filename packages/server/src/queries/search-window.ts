import { sql } from 'kysely';
import { LABELLED_VERSION, label, monthOf } from '../projections/search-labels.ts';
import type { Db } from '../store/database.ts';

/** The newest months, and the instant at which the last of them ends. */
export interface SearchWindow {
  /** One of their labels, in PostgreSQL's notation. */
  readonly months: string;
  readonly until: Date;
  /** How many documents there are in all, as they were last counted. */
  readonly documents: number;
}

/** A query of more labels costs more than going along the index of dates. */
const MOST_MONTHS = 60;

/**
 * The months in which about this share of all documents was published, up to the present one. Null where a window would not help: it
 * would be too wide, nobody has counted the documents yet, or some of them may be without their labels.
 */
export async function newestMonths(db: Db, share: number): Promise<SearchWindow | null> {
  const { rows } = await sql<{ since: Date | null; until: Date; documents: number }>`
    select bounds[greatest(1, floor(cardinality(bounds) * (1 - ${share}::float8)))::integer] as since,
           date_trunc('month', now()) + interval '1 month' as until,
           (select reltuples from pg_class where oid = 'public.search_document'::regclass) as documents
    from (
      select histogram_bounds::text::timestamptz[] as bounds from pg_stats
      where schemaname = 'public' and tablename = 'search_document' and attname = 'published'
    ) as counted
    where exists (select from projection_version where name = 'search' and version >= ${LABELLED_VERSION}::integer)`.execute(
    db,
  );
  const { since = null, until, documents = 0 } = rows[0] ?? {};
  if (since === null || until === undefined) return null;
  const months = monthsBetween(since, until);
  if (months.length === 0 || months.length > MOST_MONTHS) return null;
  return { months: months.map((month) => `'${label('d', month)}'`).join(' | '), until, documents };
}

/** One more than a window has, at most. */
function monthsBetween(since: Date, until: Date): string[] {
  const months: string[] = [];
  const month = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - 1));
  for (let count = 0; count <= MOST_MONTHS; count += 1) {
    months.push(monthOf(month));
    if (month <= since) break;
    month.setUTCMonth(month.getUTCMonth() - 1);
  }
  return months;
}
