import { sql } from 'kysely';
import type { Db } from './database.ts';

/** GitHub's budgets are of an hour; nobody is believed who asks for more. */
const LONGEST_SECONDS = 3600;

/** The upstream has said for how long it is not to be asked: until then nobody does. */
export async function restUpstream(db: Db, origin: string, ms: number): Promise<void> {
  const seconds = Math.min(LONGEST_SECONDS, ms / 1000);
  await sql`
    update upstream set open_until = greatest(open_until, clock_timestamp() + make_interval(secs => ${seconds}))
    where origin = ${origin}`.execute(db);
}
