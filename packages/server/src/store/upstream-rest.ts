import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Keeps every worker from asking the upstream for so long. */
export async function restUpstream(db: Db, origin: string, ms: number): Promise<void> {
  await sql`
    update upstream set open_until = greatest(open_until, clock_timestamp() + make_interval(secs => ${ms / 1000}))
    where origin = ${origin}`.execute(db);
}
