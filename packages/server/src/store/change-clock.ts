import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Sees to it that what is stored from now on comes after all that is stored, also where that came from another server
 * (0052_clock_and_rebuilds.sql, 0127_newest_version.sql). Costs two looks into an index.
 */
export async function alignChangeClock(db: Db): Promise<void> {
  await sql`select align_change_clock()`.execute(db);
}

/** Every change with a lower number has been committed or never will be. */
export async function settledBefore(db: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select settled_before()::text as number`.execute(db);
  return rows[0]?.number ?? '0';
}
