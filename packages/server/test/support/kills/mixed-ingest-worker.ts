import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sourceJob } from '../../../src/ingest/source-job.ts';
import type { WorkerIntervals } from '../../../src/ingest/worker.ts';
import type { Db } from '../../../src/store/database.ts';
import type { MixedIngestOptions, Step } from './mixed-ingest.ts';
import { spawnFile } from './spawn.ts';

export interface MixedWorkerOptions extends Omit<MixedIngestOptions, 'reach' | 'log'> {
  readonly intervals: WorkerIntervals;
  /** Says `crash` once so many moments have passed at which something might go wrong. */
  readonly crashAt?: number;
}

export type FromMixedWorker =
  /** A job has come to its end. */
  | { readonly done: object }
  | { readonly crash: true }
  /** The number of a transaction whose commit was answered. */
  | { readonly acknowledged: string };

/** A worker process that takes jobs until it is killed. */
export interface MixedWorker extends AsyncDisposable {
  readonly ended: Promise<void>;
}

export function startMixedWorker(
  options: MixedWorkerOptions,
  listen: (message: FromMixedWorker) => void = () => {},
): MixedWorker {
  // That it ends with an error when the database is gone is as it should be: nobody needs to read it.
  const child = spawnFile('mixed-ingest-worker-process.ts', options, 'ignore');
  createInterface(child.stdout).on('line', (line) => listen(JSON.parse(line) as FromMixedWorker));
  const ended = once(child, 'close').then(() => undefined);
  return {
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Two that ask for the same are one job, unless they name it differently. */
export async function addJobs(db: Db, steps: readonly Step[], prefix = ''): Promise<void> {
  for (const step of steps) {
    if ('channel' in step) {
      const { task, payload, spec } = sourceJob(step.source, step.channel);
      await sql`
        select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${prefix + spec.jobKey},
                                       max_attempts => ${spec.maxAttempts})`.execute(db);
    } else await sql`select graphile_worker.add_job('refresh-record', ${JSON.stringify(step)}::json)`.execute(db);
  }
}

/** Ends when every job that reads was done; throws when one was given up. */
export async function untilIdle(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ givenUp: boolean; error: string; task: string }>`
      select attempts >= max_attempts and locked_at is null as "givenUp", last_error as error,
             task_identifier || ' ' || coalesce(key, '') || ' ' || attempts || ' of ' || max_attempts as task
      -- What is counted over everything waits for more to come in.
      from graphile_worker.jobs where task_identifier not in ('compute-aggregates', 'fill-cve-bodies')`.execute(db);
    if (rows.length === 0) return;
    for (const { givenUp, error, task } of rows) if (givenUp) throw new Error(`${task} was given up: ${error}`);
    await sleep(50);
  }
}
