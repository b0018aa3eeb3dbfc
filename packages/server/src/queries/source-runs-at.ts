import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** How the last run of a source that had ended by then went, and when the last one that succeeded ended. */
export interface EndedRuns {
  readonly name: string;
  readonly lastRun: 'ok' | 'failed' | 'held' | null;
  readonly checkedAt: Date | null;
  /** As it is today. */
  readonly configured: boolean;
}

export async function sourceRunsAt(db: Db, at: Date): Promise<readonly EndedRuns[]> {
  const { rows } = await sql<EndedRuns>`
    select source.name, last.state as "lastRun", good.finished_at as "checkedAt", source.configured
    from source
    left join lateral (
      select ended.state
      from unnest('{bulk,delta,sweep}'::text[]) as of (channel)
      cross join lateral (
        select state, finished_at from run
        where run.source = source.id and run.channel = of.channel and state in ('ok', 'failed', 'held')
          and channel in ('bulk', 'delta', 'sweep') and finished_at <= ${at}
        order by finished_at desc limit 1) ended
      order by ended.state = 'held' desc, ended.finished_at desc limit 1) last on true
    left join lateral (
      select max(ended.finished_at) as finished_at
      from unnest('{bulk,delta,sweep}'::text[]) as of (channel)
      cross join lateral (
        select finished_at from run
        where run.source = source.id and run.channel = of.channel and state in ('ok', 'failed', 'held') and state = 'ok'
          and channel in ('bulk', 'delta', 'sweep') and finished_at <= ${at}
        order by finished_at desc limit 1) ended) good on true`.execute(db);
  return rows;
}
