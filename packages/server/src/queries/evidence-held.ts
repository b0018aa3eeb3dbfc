import { sql } from 'kysely';
import type { ChannelName } from '../sources/source.ts';
import type { Db } from '../store/database.ts';

/** A run whose removals or withdrawals wait for a person. */
export interface HeldRun {
  readonly channel: ChannelName;
  readonly reason: string;
  readonly finishedAt: Date;
  readonly seen: number;
  readonly changed: number;
  /** Keys that its listing lacks, a few of them; none where it did not come to a listing. */
  readonly examples: readonly string[];
}

/** Returns the newest completed run of each held channel. A later failed run settles nothing. */
export async function heldRuns(db: Db, source: string): Promise<readonly HeldRun[]> {
  const { rows } = await sql<HeldRun>`
    select channel, coalesce(error, 'no reason was written down') as reason, finished_at as "finishedAt", seen, changed,
           coalesce(reconciliation.examples, '{}') as examples
    from (select distinct on (channel) run.*
          from run join source on source.id = run.source
          where source.name = ${source} and channel <> 'record' and state in ('ok', 'held')
          order by channel, run.id desc) as ended
    left join reconciliation on reconciliation.run_id = ended.id and reconciliation.extra > 0
    where state = 'held' order by channel`.execute(db);
  return rows;
}
