import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Days after which data is deleted. `docs/operations.md` lists the same. */
export const RETENTION_DAYS = {
  /** Answers of an upstream that it has no such record, or none at all. Anyone may add such rows. */
  refreshWithoutState: 1,
  /** Fetches, and upstream states of keys without a record, such as `reserved`. */
  refresh: 365,
  /** Runs that brought nothing, save the newest of each channel; what brought something is evidence and stays. */
  run: 90,
  /** Comparisons of a source with the store, except the last two. */
  reconciliation: 90,
  /** Bytes that could not be read and were not met again. */
  quarantine: 180,
  /** Hourly freshness statements. */
  freshness: 365,
  /** Webhooks that their owners have deleted, with their secrets. */
  webhook: 1,
} as const;

export type Forgotten = keyof typeof RETENTION_DAYS;

/** Rows that one statement takes: it holds its locks for a moment only. */
const BATCH = 1_000;
/** Statements of one kind in one pass; what is left waits for the next day. */
const MOST_BATCHES = 200;

const before = (days: number) => sql`clock_timestamp() - make_interval(days => ${days})`;

const STATEMENTS: Record<Forgotten, (batch: number) => ReturnType<typeof sql>> = {
  refreshWithoutState: (batch) => sql`
    delete from refresh where ctid = any(array(
      select ctid from refresh
      where state is null and outcome is distinct from 'done'
        and started_at < ${before(RETENTION_DAYS.refreshWithoutState)} limit ${batch}))`,
  refresh: (batch) => sql`
    delete from refresh where ctid = any(array(
      select ctid from refresh where started_at < ${before(RETENTION_DAYS.refresh)} limit ${batch}))`,
  // The candidates first: each is then looked for among the versions by their index.
  run: (batch) => sql`
    with candidate as materialized (
      select id from run
      where finished_at < ${before(RETENTION_DAYS.run)} and changed = 0 and removed = 0
        and not exists (select from checkpoint where checkpoint.run_id = run.id)
        and not exists (select from quarantine where quarantine.run_id = run.id)
        and not exists (select from reconciliation where reconciliation.run_id = run.id)
        -- The newest of each outcome is what the state of a source is told from.
        and exists (
          select from run later
          where later.source = run.source and later.channel = run.channel and later.state = run.state and later.id > run.id)
        -- The count that the next run goes on from.
        and exists (
          select from run later where later.source = run.source and later.live is not null and later.id > run.id)
      order by id limit ${batch})
    delete from run using candidate
    where run.id = candidate.id and not exists (select from version where version.run_id = candidate.id)`,
  reconciliation: (batch) => sql`
    delete from reconciliation where run_id = any(array(
      select run_id from reconciliation old
      where at < ${before(RETENTION_DAYS.reconciliation)}
        and (select count(*) from (
          select from reconciliation later where later.source = old.source and later.run_id > old.run_id limit 2) newer) = 2
      order by run_id limit ${batch}))`,
  quarantine: (batch) => sql`
    delete from quarantine where (source, raw_sha256) in (
      select source, raw_sha256 from quarantine
      where last_seen < ${before(RETENTION_DAYS.quarantine)} limit ${batch})`,
  freshness: (batch) => sql`
    delete from freshness where at = any(array(
      select at from freshness where at < ${before(RETENTION_DAYS.freshness)} order by at limit ${batch}))`,
  webhook: (batch) => sql`
    delete from webhook where id = any(array(
      select id from webhook where deleted_at < ${before(RETENTION_DAYS.webhook)} limit ${batch}))`,
};

/** In this order: a run is kept while something names it. */
const ORDER: readonly Forgotten[] = [
  'refreshWithoutState',
  'refresh',
  'quarantine',
  'reconciliation',
  'run',
  'freshness',
  'webhook',
];

/** Deletes what is past its time, batch by batch, and says how much of each. */
export async function forgetOld(
  db: Db,
  signal: AbortSignal,
  batch = BATCH,
): Promise<Readonly<Record<Forgotten, number>>> {
  const forgotten: Record<Forgotten, number> = {
    refreshWithoutState: 0,
    refresh: 0,
    quarantine: 0,
    reconciliation: 0,
    run: 0,
    freshness: 0,
    webhook: 0,
  };
  for (const kind of ORDER) {
    for (let i = 0; i < MOST_BATCHES; i += 1) {
      signal.throwIfAborted();
      const { numAffectedRows = 0n } = await STATEMENTS[kind](batch).execute(db);
      forgotten[kind] += Number(numAffectedRows);
      if (numAffectedRows < batch) break;
    }
  }
  return forgotten;
}
