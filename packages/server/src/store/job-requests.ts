import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface JobRequest {
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Two requests of one key are one job. */
  readonly jobKey: string;
  /** Lower goes first. */
  readonly priority: number;
}

/** The only way in which the API's role adds a job: the function lets through the tasks it knows. */
export async function requestJob(db: Db, { task, payload, jobKey, priority }: JobRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select job.request(${task}, ${JSON.stringify(payload)}::json, ${jobKey}, ${priority}::integer) as id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`job.request returned nothing for ${jobKey}`);
  return row.id;
}
