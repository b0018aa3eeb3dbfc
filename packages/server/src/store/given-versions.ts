import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { unnestRows } from './projections/unnest-rows.ts';

/** A version as another store has it. */
export interface GivenVersion {
  readonly seq: number;
  /** As PostgreSQL writes them. */
  readonly observedAt: string;
  readonly modified: string | null;
  readonly basis: number;
  /** Null: the source no longer had the record. */
  readonly rawSha256: Buffer | null;
}

const COLUMNS = {
  recordId: 'bigint',
  seq: 'integer',
  // As texts: a `Date` would lose their microseconds.
  observedAt: 'text',
  modified: 'text',
  basis: 'smallint',
  run: 'bigint',
  rawSha256: 'bytea',
} as const;

/** Adds versions of records that are there. Throws where one names a document that is not. */
export async function insertVersions(
  trx: Transaction,
  versions: readonly (GivenVersion & { readonly recordId: number; readonly run: number })[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into version (record_id, seq, observed_at, upstream_modified, basis, run_id, blob_id)
    select given."recordId", given.seq, given."observedAt"::timestamptz, given.modified::timestamptz, given.basis, given.run, blob.id
    from ${unnestRows(versions, COLUMNS)}
    left join blob on blob.raw_sha256 = given."rawSha256"
    where given."rawSha256" is null or blob.id is not null`.execute(trx);
  const missing = versions.length - Number(numAffectedRows);
  if (missing > 0) throw new Error(`${missing} versions name documents that are not there`);
}
