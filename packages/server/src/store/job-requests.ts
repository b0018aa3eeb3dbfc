import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Lower goes first: someone who waits before what changed, and that before all there is. */
export const PRIORITIES = { person: -10, delta: 0, bulk: 5, sweep: 5, background: 10 } as const;

export interface JobRequest {
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Two requests of one key are one job. */
  readonly jobKey: string;
  /** Lower goes first. */
  readonly priority: number;
  /** With so many jobs of the task waiting it is refused. */
  readonly mostWaiting?: number | undefined;
}

/** The only way in which the API's role adds a job: the function lets through the tasks it knows. Null: too many wait. */
export async function requestJob(
  db: Db,
  { task, payload, jobKey, priority, mostWaiting }: JobRequest,
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select job.request(${task}, ${JSON.stringify(payload)}::json, ${jobKey}, ${priority}::integer,
      most_waiting => ${mostWaiting ?? null}::integer) as id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`job.request returned nothing for ${jobKey}`);
  return row.id;
}
