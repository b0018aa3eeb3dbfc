import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface RunSummary {
  readonly name: string;
  readonly checkedAt: Date | null;
  readonly changedAt: Date | null;
  /** Excludes single records fetched on request: shows whether the feed itself changes. */
  readonly feedChangedAt: Date | null;
  readonly state: 'ok' | 'failed' | 'held' | null;
  readonly error: string | null;
  readonly records: number;
  /** The workers are told to read it. */
  readonly configured: boolean;
  /** The parts that they are told to read; null: all. */
  readonly partsRead: string[] | null;
}

/** How the runs of each source went, by its name. */
export async function sourceRuns(db: Db): Promise<ReadonlyMap<string, RunSummary>> {
  // Takes the last completed run of each channel; an aborted run says nothing about its source. A held channel stays
  // held whatever the others do, otherwise the newest run counts. Single records are not a check. `= any` instead of
  // `=`, and ordering by all index columns, keep the planner from scanning every run for a source or channel that has
  // none.
  const { rows } = await sql<RunSummary>`
    select source.name, checked.finished_at as "checkedAt", changed.finished_at as "changedAt",
           fed.finished_at as "feedChangedAt", last.state, last.error, coalesce(counted.live, 0) as records,
           source.configured, source.parts_read as "partsRead"
    from source
    left join lateral (
      select ended.id, ended.state, ended.error
      from unnest('{bulk,delta,sweep}'::text[]) as of (channel)
      cross join lateral (
        select id, state, error from run
        where run.source = any(array[source.id]) and run.channel = of.channel and state in ('ok', 'failed', 'held')
        order by run.source, run.channel, id desc limit 1) ended
      order by ended.state = 'held' desc, ended.id desc limit 1) last on true
    left join lateral (
      select max(good.finished_at) as finished_at
      from unnest('{bulk,delta,sweep}'::text[]) as of (channel)
      cross join lateral (
        select finished_at from run where run.source = any(array[source.id]) and run.channel = of.channel and state = 'ok'
        order by run.source, run.channel, id desc limit 1) good) checked on true
    left join lateral (
      select finished_at from run where run.source = any(array[source.id]) and changed + removed > 0 and finished_at is not null
      order by run.source, id desc limit 1) changed on true
    left join lateral (
      select finished_at from run
      where run.source = any(array[source.id]) and changed + removed > 0 and channel <> 'record' and finished_at is not null
      order by run.source, id desc limit 1) fed on true
    left join lateral (
      select live from run where run.source = any(array[source.id]) and live is not null
      order by run.source, id desc limit 1) counted on true`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}
