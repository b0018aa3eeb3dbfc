import type { CoverageRow, SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { OPTIONAL_SOURCES, SOURCE_CATALOGUE } from '../sources/catalogue.ts';
import type { Db } from '../store/database.ts';
import { judgeSource, type SourceFacts } from './source-state.ts';

/**
 * How every source was at a past instant, by the runs that had ended by then. A source that had not been read by then was not up to date.
 * Whether it was switched on, and which of its parts stood still, is not stored: the former is as it is today, the latter is not told.
 */
export async function sourceStatesAt(db: Db, at: Date): Promise<ReadonlyMap<SourceId, CoverageRow>> {
  const { rows } = await sql<Ended>`
    select source.name, last.state as "lastRun", good.finished_at as "checkedAt"
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
  const ended = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    SOURCE_CATALOGUE.map(({ id, cadenceSeconds }) => {
      const { lastRun = null, checkedAt = null } = ended.get(id) ?? {};
      const enabled = lastRun !== null || !OPTIONAL_SOURCES.has(id);
      const { state } = judgeSource({ now: at, enabled, cadenceSeconds, checkedAt, lastRun });
      return [
        id,
        {
          source: id,
          state: state === 'held' ? 'stale' : state,
          checkedAt: checkedAt?.toISOString() ?? null,
          changedAt: null,
        },
      ];
    }),
  );
}

interface Ended {
  readonly name: string;
  readonly lastRun: SourceFacts['lastRun'];
  readonly checkedAt: Date | null;
}
