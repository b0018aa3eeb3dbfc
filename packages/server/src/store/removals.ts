import { sql } from 'kysely';
import type { Db, Transaction } from './database.ts';
import type { NewVersion } from './evidence.ts';
import { PROMISE_MARKS } from './packs.ts';
import type { Run } from './runs.ts';

export interface Missing {
  /** Records the source has, as far as we know. */
  readonly live: number;
  /** How many of these a complete listing showed. */
  readonly matching: number;
  /** The keys of those that it did not show and should have. */
  readonly keys: readonly string[];
}

const PAGE = 20_000;

/**
 * Compares in pages: a listing may have more than a million keys. Records that were observed at `asOf` or later are not
 * judged: another channel brought them after the listing was made. Nor are those that the source itself dates later, whatever
 * our clock said then; a date of days ahead is a mistake and spares nobody. `within`: only keys that begin like this.
 */
export async function missingFrom(
  db: Db,
  source: number,
  listed: { has(key: string): boolean },
  asOf: Date,
  within = '',
): Promise<Missing> {
  const keys: string[] = [];
  let live = 0;
  let matching = 0;
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; key: string; judged: boolean }>`
      select record.id, record.key, observed_at < ${asOf} and not coalesce(
               upstream_modified >= ${asOf} and upstream_modified < ${asOf}::timestamptz + interval '2 days', false) as judged
      from record join current_version on current_version.record_id = record.id
      where record.source = ${source} and record.id > ${last} and record_id > ${last} and content_sha256 is not null
        and starts_with(record.key, ${within})
      order by record.id limit ${PAGE}`.execute(db);
    for (const { key, judged } of rows) {
      if (listed.has(key)) matching += 1;
      else if (judged) keys.push(key);
    }
    live += rows.length;
    if (rows.length < PAGE) return { live, matching, keys };
    last = rows.at(-1)?.id ?? last;
  }
}

/**
 * "The source no longer has it" is a version too: one without a document. The caller has locked the records; one that
 * was observed at `asOf` or later has come back in the meantime.
 */
export async function writeRemovals(
  trx: Transaction,
  run: Run,
  keys: readonly string[],
  asOf: Date,
  now: Date,
): Promise<NewVersion[]> {
  const { rows } = await sql<NewVersion>`
    with given as (
      select record.id as record_id, record.key, current_version.seq + 1 as seq,
             greatest(${now}, current_version.observed_at + interval '1 millisecond') as observed_at
      from record
      join current_version on current_version.record_id = record.id and content_sha256 is not null
      where record.source = ${run.source} and record.key = any(${keys}::text[]) and observed_at < ${asOf}
    ), versions as (
      insert into version (record_id, seq, observed_at, basis, run_id)
      select record_id, seq, observed_at, 0, ${run.id} from given
    ), currents as (
      update current_version
      set seq = given.seq, observed_at = given.observed_at, content_sha256 = null, raw_sha256 = null,
          upstream_modified = null, withdrawn = false, entry_crc = null, entry_size = null, entry_seq = null, entry_rules = null
      from given where given.record_id = current_version.record_id
    )
    select key, record_id as "recordId", seq, observed_at as "observedAt", ${PROMISE_MARKS} from given`.execute(trx);
  return rows;
}
