import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The database's clock throughout: workers on several machines need not agree about the time. */
export async function beat(db: Db, worker: string): Promise<void> {
  await db
    .insertInto('worker_heartbeat')
    .values({ worker })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

/** Returns how many seconds ago a worker was heard of last; null where none runs. */
export async function newestHeartbeat(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from clock_timestamp() - max(seen_at))::float8 as seconds from worker_heartbeat`.execute(db);
  return rows[0]?.seconds ?? null;
}

export async function endHeartbeat(db: Db, worker: string): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('worker', '=', worker).execute();
}

/** Sets free the jobs of workers that have been silent for too long, those included that never said anything. */
export async function unlockSilentWorkers(db: Db, silenceMs: number): Promise<string[]> {
  const silence = sql`make_interval(secs => ${silenceMs / 1000})`;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ worker: string }>`
      with silent as (
        delete from worker_heartbeat where seen_at < now() - ${silence} returning worker
      ), unheard as (
        select distinct locked_by as worker from graphile_worker.jobs
        where locked_at < now() - ${silence}
          and not exists (select from worker_heartbeat where worker = locked_by)
      )
      select worker from silent union select worker from unheard`.execute(trx);
    const workers = rows.map(({ worker }) => worker);
    if (workers.length === 0) return workers;
    // Asked for anew while it was locked, a job loses its key and its tries: the new one is in its place.
    const { rows: replaced } = await sql<{ id: string }>`
      select id from graphile_worker.jobs
      where locked_by = any (${workers}::text[]) and key is null and attempts >= max_attempts`.execute(trx);
    await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(trx);
    await sql`select graphile_worker.complete_jobs(${replaced.map(({ id }) => id)}::bigint[])`.execute(trx);
    return workers;
  });
}
