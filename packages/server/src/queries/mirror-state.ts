import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { MirroredState } from '../store/mirrored-state.ts';

/** Loads the source's status and the newest runs of each channel, without errors. */
export async function mirrorState(db: Db, source: string, mostRuns: number): Promise<MirroredState> {
  const { rows } = await sql<MirroredState>`
    select array(
             select jsonb_build_object('channel', channel, 'state', state, 'started_at', started_at, 'finished_at', finished_at,
                      'expected', expected, 'seen', seen, 'changed', changed, 'removed', removed, 'unreadable', unreadable, 'live', live)
             from unnest('{bulk,delta,sweep}'::text[]) as of (name)
             cross join lateral (
               select * from run where run.source = source.id and channel = of.name and state in ('ok', 'failed', 'held')
               order by run.source, run.channel, id desc limit ${mostRuns}) as newest
             order by id) as runs,
           array(
             select jsonb_build_object('channel', channel, 'value', value)
             from checkpoint where checkpoint.source = source.id order by channel) as checkpoints,
           array(
             select jsonb_build_object('part', part, 'records', records, 'changed_at', changed_at,
                      'pause_seconds', pause_seconds, 'seen_at', seen_at)
             from source_part where source_part.source = source.id order by part) as parts
    from source where source.name = ${source}`.execute(db);
  return rows[0] ?? { runs: [], checkpoints: [], parts: [] };
}
