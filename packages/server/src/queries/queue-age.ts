import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Seconds the oldest job that could run now has been waiting; null when none waits. */
export async function queueAge(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`select job.oldest_waiting_seconds() as seconds`.execute(db);
  return rows[0]?.seconds ?? null;
}
