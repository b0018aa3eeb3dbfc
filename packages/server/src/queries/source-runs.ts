import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface RunSummary {
  readonly name: string;
  readonly checkedAt: Date | null;
  readonly changedAt: Date | null;
  /** The same without single records that someone asked for: whether the feed moves. */
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
  // Of each channel the last run that came to an end; one that was broken off says nothing about its source. A channel
  // that is held stays so whatever the others do, otherwise the newest speaks for the source. Single records are no check.
  // `= any` in place of `=`, and the order by all columns of an index: otherwise the planner reads back through every run
  // there ever was for a source or a channel that has none.
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
