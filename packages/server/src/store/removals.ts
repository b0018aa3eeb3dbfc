import { sql } from 'kysely';
import type { Db, Transaction } from './database.ts';
import type { NewVersion } from './evidence.ts';
import type { Run } from './runs.ts';

export interface Missing {
  /** Records the source has, as far as we know. */
  readonly live: number;
  /** Of these, the keys that a complete listing did not show. */
  readonly keys: readonly string[];
}

export async function missingFrom(db: Db, source: number, present: readonly string[]): Promise<Missing> {
  const { rows } = await sql<{ live: number; keys: string[] }>`
    select count(*) as live, coalesce(array_agg(record.key) filter (where given.key is null), '{}') as keys
    from record
    join current_version on current_version.record_id = record.id and content_sha256 is not null
    left join unnest(${present}::text[]) as given (key) on given.key = record.key
    where record.source = ${source}`.execute(db);
  return rows[0] ?? { live: 0, keys: [] };
}

/** "The source no longer has it" is a version too: one without a document. */
export async function writeRemovals(
  trx: Transaction,
  run: Run,
  keys: readonly string[],
  now: Date,
): Promise<NewVersion[]> {
  const { rows } = await sql<NewVersion>`
    with given as (
      select record.id as record_id, record.key, current_version.seq + 1 as seq,
             greatest(${now}, current_version.observed_at + interval '1 millisecond') as observed_at
      from record
      join current_version on current_version.record_id = record.id and content_sha256 is not null
      where record.source = ${run.source} and record.key = any(${keys}::text[])
    ), versions as (
      insert into version (record_id, seq, observed_at, basis, run_id)
      select record_id, seq, observed_at, 0, ${run.id} from given
    ), currents as (
      update current_version set seq = given.seq, observed_at = given.observed_at, content_sha256 = null
      from given where given.record_id = current_version.record_id
    )
    select key, record_id as "recordId", seq, observed_at as "observedAt" from given`.execute(trx);
  return rows;
}
