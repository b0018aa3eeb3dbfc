import { sql } from 'kysely';
import type { Transaction } from '../store/database.ts';
import { PROJECTIONS } from '../store/projections/index.ts';

/** Where the store is when a snapshot is read. */
export interface SnapshotMoment {
  /** The transactions that are seen, as PostgreSQL writes them. */
  readonly seen: string;
  /** Added to transaction numbers to get change numbers. */
  readonly shift: string;
  /** Another one where a table of a projection was replaced, or the server is another or began again. */
  readonly tables: string;
  /** Rows may be added that no version tells of. */
  readonly isRebuilding: boolean;
}

const TABLES = [...new Set(PROJECTIONS.flatMap(({ tables }) => tables))].sort();

/**
 * The first question of a transaction that sees one moment. No table of a projection is replaced until its end: rows of the new one
 * would be of a later moment, and the table would look empty.
 */
export async function snapshotMoment(trx: Transaction): Promise<SnapshotMoment> {
  await sql`lock table ${sql.join(TABLES.map((name) => sql.table(name)))} in access share mode`.execute(trx);
  const { rows } = await sql<SnapshotMoment>`
    select pg_current_snapshot()::text as seen, coalesce((select shift from change_clock), 0)::text as shift,
           concat_ws(' ', pg_postmaster_start_time(), (select oid from pg_database where datname = current_database()), (
             select string_agg(name::regclass::oid::text, ' ' order by name) from unnest(${TABLES}::text[]) as listed (name))) as tables,
           exists (select from rebuild_progress) as "isRebuilding"`.execute(trx);
  const [moment] = rows;
  if (moment === undefined) throw new Error('PostgreSQL says nothing of its snapshot');
  return moment;
}
