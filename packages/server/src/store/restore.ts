import { sql } from 'kysely';
import type { Database, Db, Transaction } from './database.ts';
import { type GivenVersion, insertVersions } from './given-versions.ts';
import type { Packed } from './packing.ts';

const EVIDENCE = [
  'record',
  'blob',
  'version',
  'run',
  'checkpoint',
  'quarantine',
  'dictionary',
] as const satisfies readonly (keyof Database)[];

/** Keeps everybody else from beginning a run until the end of the transaction; returns the tables that hold something. */
export async function lockForRestore(trx: Transaction): Promise<readonly string[]> {
  await lockRuns(trx);
  const filled: string[] = [];
  for (const table of EVIDENCE) {
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

/** Until the end of the transaction nobody else begins a run, or stores on behalf of one. */
export async function lockRuns(trx: Transaction): Promise<void> {
  await sql`lock table run in share row exclusive mode`.execute(trx);
}

/** Rows of a table by the names of its columns. Columns that the table does not have are passed over. */
export async function restoreRows(
  trx: Transaction,
  table: 'run' | 'checkpoint',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} overriding system value
    select (json_populate_record(null::${sql.table(table)}, given.value)).*
    from json_array_elements(${JSON.stringify(rows)}::json) as given (value)`.execute(trx);
}

export interface RestoredDictionary {
  readonly id: number;
  readonly source: number;
  readonly bytes: Buffer;
}

export async function restoreDictionary(trx: Transaction, { id, source, bytes }: RestoredDictionary): Promise<void> {
  await sql`
    insert into dictionary (id, source, bytes) overriding system value values (${id}, ${source}, ${bytes})`.execute(
    trx,
  );
}

export interface RestoredDocument extends Packed {
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
}

/** Stores equal bytes once, whoever brought them. */
export async function restoreDocuments(trx: Transaction, documents: readonly RestoredDocument[]): Promise<void> {
  const column = <K extends keyof RestoredDocument>(name: K) => documents.map((document) => document[name]);
  await sql`
    insert into blob (raw_sha256, content_sha256, codec, dictionary, raw_size, packed)
    select * from unnest(${column('rawSha256')}::bytea[], ${column('contentSha256')}::bytea[], ${column('codec')}::smallint[],
                         ${column('dictionary')}::smallint[], ${column('rawSize')}::integer[], ${column('packed')}::bytea[])
         as given (raw_sha256, content_sha256, codec, dictionary, raw_size, packed)
    where not exists (select from blob where blob.raw_sha256 = given.raw_sha256)
    on conflict (raw_sha256) do nothing`.execute(trx);
}

export interface RestoredRecord {
  readonly id: number;
  readonly key: string;
  readonly withdrawn: boolean;
  readonly versions: readonly (GivenVersion & { readonly run: number })[];
}

/** Throws where a version names a document that is not there. */
export async function restoreRecords(
  trx: Transaction,
  source: number,
  records: readonly RestoredRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  await sql`
    insert into record (id, source, key) overriding system value
    select id, ${source}, key
    from unnest(${ids}::bigint[], ${records.map(({ key }) => key)}::text[]) as given (id, key)`.execute(trx);
  await insertVersions(
    trx,
    records.flatMap(({ id, versions }) => versions.map((version) => ({ ...version, recordId: id }))),
  );
  await sql`
    insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256, upstream_modified, withdrawn)
    select distinct on (version.record_id) version.record_id, seq, observed_at, content_sha256, raw_sha256,
           upstream_modified, withdrawn
    from unnest(${ids}::bigint[], ${records.map(({ withdrawn }) => withdrawn)}::boolean[]) as given (id, withdrawn)
    join version on version.record_id = given.id
    left join blob on blob.id = version.blob_id
    order by version.record_id, seq desc`.execute(trx);
}

export interface RestoredQuarantine extends Omit<Packed, 'dictionary'> {
  readonly rawSha256: Buffer;
  /** The other columns by their names. */
  readonly row: Readonly<Record<string, unknown>>;
}

export async function restoreQuarantined(
  trx: Transaction,
  { rawSha256, codec, rawSize, packed, row }: RestoredQuarantine,
): Promise<void> {
  // In hexadecimal, as PostgreSQL writes bytes in JSON.
  const bytes = { raw_sha256: `\\x${rawSha256.toString('hex')}`, packed: `\\x${packed.toString('hex')}` };
  await sql`
    insert into quarantine
    select (json_populate_record(null::quarantine, ${JSON.stringify({ ...row, ...bytes, codec, raw_size: rawSize })}::json)).*
    `.execute(trx);
}

/** Updates planner statistics before computing anything from so many rows. */
export async function analyzeEvidence(db: Db): Promise<void> {
  await sql`select projection.analyze_evidence()`.execute(db);
}

/** The next record, run and dictionary get numbers after those that were restored. */
export async function continueNumbers(trx: Transaction): Promise<void> {
  for (const table of ['record', 'run', 'dictionary'] as const) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), newest)
      from (select max(id) as newest from ${sql.table(table)}) as given where newest is not null`.execute(trx);
  }
}
