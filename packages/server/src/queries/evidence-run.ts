import { sql } from 'kysely';
import type { Db, RunState } from '../store/database.ts';

export interface RunCounts {
  readonly state: RunState;
  readonly startedAt: Date;
  readonly expected: number | null;
  readonly seen: number;
  readonly changed: number;
  readonly removed: number;
  readonly unreadable: number;
}

/** How far the newest run of a channel has come, or came. */
export async function newestRun(db: Db, source: string, channel: string): Promise<RunCounts | null> {
  const { rows } = await sql<RunCounts>`
    select state, started_at as "startedAt", expected, seen, changed, removed, unreadable
    from run join source on source.id = run.source
    where source.name = ${source} and channel = ${channel}
    order by run.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
