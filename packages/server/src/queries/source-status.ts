import type { SourceStatus } from '@almanac/contract';
import { sql } from 'kysely';
import { SOURCE_CATALOGUE } from '../sources/catalogue.ts';
import { ENABLED_SOURCES } from '../sources/index.ts';
import type { SourceInfo } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import { judgeSource } from './source-state.ts';

interface RunSummary {
  readonly name: string;
  readonly checkedAt: Date | null;
  readonly changedAt: Date | null;
  readonly state: 'ok' | 'failed' | 'held' | null;
  readonly error: string | null;
  readonly records: number;
}

/** Every source with what is known of its age. */
export async function sourceStatus(db: Db, now: Date): Promise<SourceStatus[]> {
  // Of each channel the last run that came to an end; one that was broken off says nothing about its source. A channel
  // that is held stays so whatever the others do, otherwise the newest speaks for the source. Single records are no check.
  const { rows } = await sql<RunSummary>`
    select source.name, checked.finished_at as "checkedAt", changed.finished_at as "changedAt",
           last.state, last.error, coalesce(counted.live, 0) as records
    from source
    left join lateral (
      select ended.id, ended.state, ended.error
      from unnest('{bulk,delta,sweep}'::text[]) as of (channel)
      cross join lateral (
        select id, state, error from run
        where run.source = source.id and run.channel = of.channel and state in ('ok', 'failed', 'held')
        order by id desc limit 1) ended
      order by ended.state = 'held' desc, ended.id desc limit 1) last on true
    left join lateral (
      select max(finished_at) as finished_at from run
      where run.source = source.id and state = 'ok' and channel <> 'record') checked on true
    left join lateral (
      select finished_at from run where run.source = source.id and changed + removed > 0 and finished_at is not null
      order by id desc limit 1) changed on true
    left join lateral (
      select live from run where run.source = source.id and live is not null order by id desc limit 1) counted on true`.execute(
    db,
  );
  const runs = new Map(rows.map((row) => [row.name, row]));
  return SOURCE_CATALOGUE.map((info) => statusOf(info, runs.get(info.id), now));
}

function statusOf(info: SourceInfo, run: RunSummary | undefined, now: Date): SourceStatus {
  const { checkedAt = null, changedAt = null, state: lastRun = null } = run ?? {};
  const { cadenceSeconds } = info;
  return {
    ...info,
    ...judgeSource({ now, enabled: ENABLED_SOURCES.has(info.id), cadenceSeconds, checkedAt, lastRun }),
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    lastChangedAt: changedAt?.toISOString() ?? null,
    records: run?.records ?? 0,
    lastError: run?.error ?? null,
  };
}
