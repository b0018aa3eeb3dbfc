import { sql } from 'kysely';
import type { Db } from './database.ts';
import { unnestRows } from './projections/unnest-rows.ts';

/** A job that follows from what was stored. */
export interface FollowUpJob {
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Several of one key are one job. */
  readonly jobKey: string;
  /** Jobs in the same queue run one at a time. */
  readonly queueName: string;
  readonly priority: number;
  readonly maxAttempts: number;
  /** Not before so many seconds have passed since the first that asked for it. */
  readonly delaySeconds: number;
}

const SPEC = {
  task: 'text',
  payload: 'jsonb',
  queueName: 'text',
  delaySeconds: 'real',
  maxAttempts: 'smallint',
  jobKey: 'text',
  priority: 'smallint',
} as const;

/** Adds jobs with the rights of the worker, in the transaction that `db` may be. */
export async function addFollowUpJobs(db: Db, jobs: readonly FollowUpJob[]): Promise<void> {
  await sql`
    select from graphile_worker.add_jobs(array(
      select (task, payload::json, "queueName", now() + make_interval(secs => "delaySeconds"), "maxAttempts", "jobKey", priority,
              null)::graphile_worker.job_spec
      from ${unnestRows(jobs, SPEC)}), job_key_preserve_run_at => true)`.execute(db);
}
