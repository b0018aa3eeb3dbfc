import { sql } from 'kysely';
import type { Db, Transaction } from './database.ts';
import { ENTRY_RULES } from './entry-checksums.ts';
import type { Packed } from './packing.ts';
import { PROMISE_MARKS } from './packs.ts';
import { unnestRows } from './projections/unnest-rows.ts';
import type { Run } from './runs.ts';

/** A document as it goes into the database. */
export interface Evidence extends Packed {
  readonly key: string;
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
  /** Left out: an archive's entry with these bytes is unpacked and compared. */
  readonly rawCrc?: number;
  readonly modified: Date | null;
  readonly withdrawn: boolean;
}

/** The version that a document became. */
export interface NewVersion {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
}

export interface Current {
  readonly seq: number;
  /** Null: the source no longer has it. */
  readonly contentSha256: Buffer | null;
  /** Hash of the bytes in which this content first arrived; null if unknown. */
  readonly rawSha256: Buffer | null;
  /** CRC of bytes that would change nothing; null if the current rules recorded none. */
  readonly rawCrc: number | null;
  readonly modified: Date | null;
  readonly withdrawn: boolean;
}

/**
 * Keyed by record key; unseen keys are missing. A date far in the future when we first saw it was a mistake, and must
 * not make later records look older. (A day or two ahead is fine: our own clock may have been slow.)
 */
export async function loadCurrent(db: Db, source: number, keys: readonly string[]): Promise<Map<string, Current>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Current & { key: string }>`
    select record.key, seq, content_sha256 as "contentSha256", raw_sha256 as "rawSha256", withdrawn,
           case when entry_seq = seq and entry_rules = ${ENTRY_RULES} then entry_crc end as "rawCrc",
           case when upstream_modified <= observed_at + interval '2 days' then upstream_modified end as modified
    from record join current_version on current_version.record_id = record.id
    where record.source = ${source} and record.key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * Until the end of the transaction no other writes these records: two channels may bring the same one at the same time.
 * Always in the same order, so that neither waits for the other in a circle. Returns the keys that were never seen before:
 * of these there is nothing to compare with.
 */
export async function lockRecords(
  trx: Transaction,
  source: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  // Asked first: `on conflict` alone would use up a number of the identity column for every row that exists.
  const { rows } = await sql<{ key: string }>`
    insert into record (source, key)
    select ${source}, given.key from unnest(${keys}::text[]) as given (key)
    where not exists (select from record where record.source = ${source} and record.key = given.key)
    order by given.key
    on conflict (source, key) do nothing
    returning key`.execute(trx);
  const added = new Set(rows.map(({ key }) => key));
  const known = keys.filter((key) => !added.has(key));
  if (known.length > 0) {
    await sql`
      select from record where source = ${source} and key = any(${known}::text[]) order by id for no key update`.execute(
      trx,
    );
  }
  return added;
}

const BYTES = {
  rawSha256: 'bytea',
  contentSha256: 'bytea',
  codec: 'smallint',
  dictionary: 'smallint',
  rawSize: 'integer',
  packed: 'bytea',
} as const;

const VERSION = {
  key: 'text',
  rawSha256: 'bytea',
  contentSha256: 'bytea',
  modified: 'timestamptz',
  withdrawn: 'boolean',
  rawCrc: 'integer',
  rawSize: 'integer',
} as const;

/** Makes each document the newest version of its record. The caller has locked and compared: all of them are changes. */
export async function writeVersions(
  trx: Transaction,
  run: Run,
  documents: readonly Evidence[],
  now: Date,
): Promise<NewVersion[]> {
  if (documents.length === 0) return [];
  // Bytes may recur (A, B, A), but are stored once.
  await sql`
    insert into blob (raw_sha256, content_sha256, codec, dictionary, raw_size, packed)
    select distinct on ("rawSha256") given.* from ${unnestRows(documents, BYTES)}
    where not exists (select from blob where blob.raw_sha256 = given."rawSha256")
    order by "rawSha256"
    on conflict (raw_sha256) do nothing`.execute(trx);
  const { rows } = await sql<NewVersion>`
    with document as (
      select record.id as record_id, record.key, blob.id as blob_id, given."rawSha256" as raw_sha256,
             given."contentSha256" as content_sha256, given.modified, given.withdrawn, given."rawCrc" as entry_crc,
             given."rawSize" as entry_size, coalesce(current_version.seq, 0) + 1 as seq,
             greatest(${now}, current_version.observed_at + interval '1 millisecond') as observed_at
      from ${unnestRows(documents, VERSION)}
      join record on record.source = ${run.source} and record.key = given.key
      join blob on blob.raw_sha256 = given."rawSha256"
      left join current_version on current_version.record_id = record.id
    ), versions as (
      insert into version (record_id, seq, observed_at, upstream_modified, basis, blob_id, run_id)
      select record_id, seq, observed_at, modified, 0, blob_id, ${run.id} from document
    ), currents as (
      insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256, upstream_modified, withdrawn,
                                   entry_crc, entry_size, entry_seq, entry_rules)
      select record_id, seq, observed_at, content_sha256, raw_sha256, modified, withdrawn, entry_crc, entry_size, seq, ${ENTRY_RULES}
      from document
      on conflict (record_id) do update
      set seq = excluded.seq, observed_at = excluded.observed_at, content_sha256 = excluded.content_sha256,
          raw_sha256 = excluded.raw_sha256, upstream_modified = excluded.upstream_modified, withdrawn = excluded.withdrawn,
          entry_crc = excluded.entry_crc, entry_size = excluded.entry_size, entry_seq = excluded.entry_seq, entry_rules = excluded.entry_rules
    )
    select key, record_id as "recordId", seq, observed_at as "observedAt", ${PROMISE_MARKS} from document`.execute(trx);
  return rows;
}
