import { sql } from 'kysely';
import { SECOND_RECORD } from '../sources/source.ts';
import type { Db, Transaction } from './database.ts';
import type { Run } from './runs.ts';

export interface SetAside {
  readonly key: string | null;
  readonly reason: string;
  readonly rawSha256: Buffer;
  readonly codec: number;
  readonly rawSize: number;
  readonly packed: Buffer;
}

/** Repeated bytes are counted but stored once. */
export async function quarantine(trx: Transaction, run: Run, items: readonly SetAside[], now: Date): Promise<void> {
  if (items.length === 0) return;
  const column = <K extends keyof SetAside>(name: K) => items.map((item) => item[name]);
  await sql`
    insert into quarantine (source, raw_sha256, key, reason, codec, raw_size, packed, run_id, first_seen, last_seen)
    select distinct on (raw_sha256) ${run.source}::smallint, given.*, ${run.id}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column('rawSha256')}::bytea[], ${column('key')}::text[], ${column('reason')}::text[],
                ${column('codec')}::smallint[], ${column('rawSize')}::integer[], ${column('packed')}::bytea[])
         as given (raw_sha256, key, reason, codec, raw_size, packed)
    on conflict (source, raw_sha256) do update
    set run_id = excluded.run_id, last_seen = excluded.last_seen, reason = excluded.reason, count = quarantine.count + 1`.execute(
    trx,
  );
}

/** More than one night ever sets aside, and few enough to be asked for one by one. */
const MAX_KEYS = 20;

/** Loads the keys of records whose bytes were first found bad after `since`. */
export async function loadKeysSetAside(db: Db, source: number, since: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from quarantine
    where source = ${source} and key is not null and first_seen > ${since} and reason <> ${SECOND_RECORD}
    order by key limit ${MAX_KEYS}`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Records that can be read again need nobody's attention any more. Rows that this run itself has met stay, and so does the second
 * record of a key: of those the bytes were never bad.
 */
export async function leaveMended(
  trx: Transaction,
  source: number,
  keys: readonly string[],
  run: number | null,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from quarantine
    where source = ${source} and key = any(${keys}::text[]) and run_id is distinct from ${run}::bigint
      and reason <> ${SECOND_RECORD}`.execute(trx);
}

/** Releases bytes that can now be parsed and are stored. */
export async function leaveQuarantine(trx: Transaction, source: number, rawSha256: Buffer): Promise<void> {
  await trx.deleteFrom('quarantine').where('source', '=', source).where('raw_sha256', '=', rawSha256).execute();
}
