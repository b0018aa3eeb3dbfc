import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** Whether a channel of a source is being read that has never been read to its end. */
export async function isFirstFillUnderWay(db: Db): Promise<boolean> {
  const { rows } = await sql<{ under_way: boolean }>`
    select exists (
      select from run where state = 'running' and not exists (
        select from run before where before.source = run.source and before.channel = run.channel and before.state = 'ok')
    ) as under_way`.execute(db);
  return rows[0]?.under_way ?? false;
}
