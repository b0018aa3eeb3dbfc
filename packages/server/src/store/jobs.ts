import { sql } from 'kysely';
import type { Db } from './database.ts';

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

/** Adds a job with the rights of the worker, in the transaction that `db` may be. */
export async function addFollowUpJob(db: Db, job: FollowUpJob): Promise<void> {
  const { task, payload, jobKey, queueName, priority, maxAttempts, delaySeconds } = job;
  await sql`
    select graphile_worker.add_job(
      identifier => ${task}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${jobKey}::text,
      queue_name => ${queueName}::text,
      run_at => now() + make_interval(secs => ${delaySeconds}::double precision), priority => ${priority}::integer,
      max_attempts => ${maxAttempts}::integer, job_key_mode => 'preserve_run_at')`.execute(db);
}
