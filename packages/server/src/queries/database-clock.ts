import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Returns the time by the database's clock, in milliseconds since the epoch. */
export async function databaseClock(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]?.ms ?? Number.NaN;
}
