import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import type { Run } from './runs.ts';

/** A document as it goes into the database. */
export interface Evidence {
  readonly key: string;
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
  readonly codec: number;
  readonly rawSize: number;
  readonly packed: Buffer;
  readonly modified: Date | null;
}

/** The version that a document became. */
export interface NewVersion {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
}

/** The content that counts now, by key; a key that is missing or null has none. */
export async function currentContent(
  trx: Transaction,
  source: number,
  keys: readonly string[],
): Promise<Map<string, Buffer | null>> {
  const rows = await trx
    .selectFrom('record')
    .innerJoin('current_version', 'current_version.record_id', 'record.id')
    .select(['record.key', 'current_version.content_sha256'])
    .where('record.source', '=', source)
    .where('record.key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row.content_sha256]));
}

/** Makes each document the newest version of its record. The caller has compared: all of them are changes. */
export async function writeVersions(
  trx: Transaction,
  run: Run,
  documents: readonly Evidence[],
  now: Date,
): Promise<NewVersion[]> {
  if (documents.length === 0) return [];
  const column = <K extends keyof Evidence>(name: K) => documents.map((document) => document[name]);
  await ensureRecords(trx, run.source, column('key'));
  // The same bytes may have been here before (A, B, A again): they are kept once.
  await sql`
    insert into blob (raw_sha256, content_sha256, codec, raw_size, packed)
    select distinct on (raw_sha256) given.*
    from unnest(${column('rawSha256')}::bytea[], ${column('contentSha256')}::bytea[], ${column('codec')}::smallint[],
                ${column('rawSize')}::integer[], ${column('packed')}::bytea[])
         as given (raw_sha256, content_sha256, codec, raw_size, packed)
    where not exists (select from blob where blob.raw_sha256 = given.raw_sha256)
    on conflict (raw_sha256) do nothing`.execute(trx);
  const { rows } = await sql<NewVersion>`
    with given as (
      select record.id as record_id, record.key, blob.id as blob_id, document.content_sha256, document.modified,
             coalesce(current_version.seq, 0) + 1 as seq,
             greatest(${now}, current_version.observed_at + interval '1 millisecond') as observed_at
      from unnest(${column('key')}::text[], ${column('rawSha256')}::bytea[], ${column('contentSha256')}::bytea[],
                  ${column('modified')}::timestamptz[]) as document (key, raw_sha256, content_sha256, modified)
      join record on record.source = ${run.source} and record.key = document.key
      join blob on blob.raw_sha256 = document.raw_sha256
      left join current_version on current_version.record_id = record.id
    ), versions as (
      insert into version (record_id, seq, observed_at, upstream_modified, basis, blob_id, run_id)
      select record_id, seq, observed_at, modified, 0, blob_id, ${run.id} from given
    ), currents as (
      insert into current_version (record_id, seq, observed_at, content_sha256)
      select record_id, seq, observed_at, content_sha256 from given
      on conflict (record_id) do update
      set seq = excluded.seq, observed_at = excluded.observed_at, content_sha256 = excluded.content_sha256
    )
    select key, record_id as "recordId", seq, observed_at as "observedAt" from given`.execute(trx);
  return rows;
}

async function ensureRecords(trx: Transaction, source: number, keys: readonly string[]): Promise<void> {
  // Asked first: `on conflict` alone would use up a number of the identity column for every row that exists.
  await sql`
    insert into record (source, key)
    select ${source}, given.key from unnest(${keys}::text[]) as given (key)
    where not exists (select from record where record.source = ${source} and record.key = given.key)
    on conflict (source, key) do nothing`.execute(trx);
}
