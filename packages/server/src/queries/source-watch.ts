import type { SourceRun, SourceStatus } from '@almanac/contract';
import { sql } from 'kysely';
import type { Noticed } from '../sources/source.ts';
import type { Db } from '../store/database.ts';

export interface PartFacts {
  readonly part: string;
  /** Its newest record, as the source dates it. */
  readonly changedAt: Date | null;
  /** The longest pause among its last changes; null: too few to tell. */
  readonly pauseSeconds: number | null;
}

export interface NoticeFacts {
  readonly code: Noticed['noticed'];
  readonly detail: string;
  readonly since: Date;
  readonly seenAt: Date;
}

export interface FailingChannel {
  readonly channel: string;
  readonly error: string | null;
  readonly since: Date;
}

export interface CanaryFacts {
  readonly key: string;
  readonly outcome: 'ok' | 'missing' | 'changed';
  readonly detail: string | null;
  readonly since: Date;
}

export interface ReconciliationFacts {
  readonly basis: 'ids' | 'count';
  readonly at: Date;
  readonly missing: number;
  readonly unreadable: number;
  readonly extra: number;
  readonly examples: readonly string[];
}

export interface SourceWatch {
  readonly running: readonly SourceRun[];
  /** Channels of the timetable whose last run failed. */
  readonly failing: readonly FailingChannel[];
  readonly quarantined: number;
  readonly upstreams: SourceStatus['upstreams'];
  readonly parts: readonly PartFacts[];
  /** All of them, also those that are as they should be. */
  readonly canaries: readonly CanaryFacts[];
  /** The last two, the newest first. What a held run found does not count once another has gone well. */
  readonly reconciliations: readonly ReconciliationFacts[];
  readonly notices: readonly NoticeFacts[];
}

/**
 * Keyed by source. One statement that returns lists as JSON, because the tables have few rows per source. For `= any`
 * see source-runs.ts.
 */
export async function sourceWatch(db: Db): Promise<ReadonlyMap<string, SourceWatch>> {
  const { rows } = await sql<{ name: string; watch: Told<SourceWatch> }>`
    select source.name, json_build_object(
      'running', (
        select coalesce(json_agg(told), '[]') from (
          select channel, started_at as "startedAt", expected, seen, changed, removed, unreadable
          from run where run.source = source.id and state = 'running' and channel <> 'record' order by id) told),
      'failing', (
        select coalesce(json_agg(told), '[]') from (
          select of.channel, ended.error, ended.finished_at as since
          from unnest('{delta,sweep}'::text[]) as of (channel)
          cross join lateral (
            select state, error, finished_at from run
            where run.source = any(array[source.id]) and run.channel = of.channel
              and state in ('ok', 'failed', 'held')
            order by run.source, run.channel, id desc limit 1) ended
          where ended.state = 'failed') told),
      'quarantined', (select count(*) from quarantine where quarantine.source = source.id),
      'upstreams', (
        select coalesce(json_agg(told), '[]') from (
          select origin, coalesce(failures, 0) as failures,
                 case when open_until > clock_timestamp() then 'resting'
                      when failures > 0 then 'failing' else 'ok' end as state
          from source_upstream left join upstream using (origin)
          where source_upstream.source = source.id order by origin) told),
      'parts', (
        select coalesce(json_agg(told), '[]') from (
          select part, changed_at as "changedAt", pause_seconds as "pauseSeconds"
          from source_part where source_part.source = source.id order by part) told),
      'canaries', (
        select coalesce(json_agg(told), '[]') from (
          select key, outcome, detail, since
          from canary where canary.source = source.id order by key) told),
      'reconciliations', (
        select coalesce(json_agg(told), '[]') from (
          select basis, at, missing, reconciliation.unreadable, extra, examples
          from reconciliation join run on run.id = run_id
          where reconciliation.source = any(array[source.id]) and not (run.state = 'held' and exists (
            select from run later
            where later.source = run.source and later.channel = run.channel and later.id > run.id and later.state = 'ok'))
          order by reconciliation.source, run_id desc limit 2) told),
      'notices', (
        select coalesce(json_agg(told), '[]') from (
          select code, detail, since, seen_at as "seenAt"
          from source_notice where source_notice.source = source.id order by code) told)
    ) as watch
    from source`.execute(db);
  return new Map(rows.map(({ name, watch }) => [name, toWatch(watch)]));
}

/** Moments within JSON are texts. */
type Told<T> = T extends Date ? string : T extends object ? { readonly [K in keyof T]: Told<T[K]> } : T;

function toWatch(told: Told<SourceWatch>): SourceWatch {
  return {
    ...told,
    upstreams: [...told.upstreams],
    running: told.running.map((run) => ({ ...run, startedAt: new Date(run.startedAt).toISOString() })),
    parts: told.parts.map((part) => ({
      ...part,
      changedAt: part.changedAt === null ? null : new Date(part.changedAt),
    })),
    failing: told.failing.map((channel) => ({ ...channel, since: new Date(channel.since) })),
    canaries: told.canaries.map((canary) => ({ ...canary, since: new Date(canary.since) })),
    reconciliations: told.reconciliations.map((one) => ({ ...one, at: new Date(one.at) })),
    notices: told.notices.map((one) => ({ ...one, since: new Date(one.since), seenAt: new Date(one.seenAt) })),
  };
}
