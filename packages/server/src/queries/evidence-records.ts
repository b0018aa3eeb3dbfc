import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../store/database.ts';

/** A record as evidence has it, and as the row says that stands for its newest version. */
export interface EvidenceRecord {
  readonly source: SourceId;
  readonly key: string;
  readonly versions: number;
  /** Hash of the newest version; null if the source removed the record. */
  readonly rawSha256: Buffer | null;
  /** The problem with `current_version`, or null. */
  readonly fault: string | null;
}

const PAGE = 5_000;

/**
 * The records of all sources in pages, sorted by source and key as a Merkle tree takes them. A record that was met and never
 * stored has no version and is not among them. Sorted once by the server, which takes minutes over millions of records; the
 * transaction is the caller's, since a cursor lives within one.
 */
export async function* evidenceRecords(trx: Transaction): AsyncGenerator<readonly EvidenceRecord[]> {
  await sql`set local statement_timeout = 0`.execute(trx);
  // All of it will be read: the plan that shows its first rows soonest is not wanted.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare evidence_records no scroll cursor for
    select source.name as source, record.key, newest.versions, blob.raw_sha256 as "rawSha256",
           case
             when current_version.record_id is null then 'has versions and none that is current'
             when current_version.seq <> newest.seq
               then format('version %s counts as current, the newest is %s', current_version.seq, newest.seq)
             when current_version.content_sha256 is distinct from blob.content_sha256
               then 'is current with another content than its newest version'
             when current_version.observed_at <> version.observed_at
               then 'is current since another moment than its newest version'
           end as fault
    from (select record_id, count(*) as versions, max(seq) as seq from version group by record_id) as newest
    join version on version.record_id = newest.record_id and version.seq = newest.seq
    join record on record.id = newest.record_id
    join source on source.id = record.source
    left join blob on blob.id = version.blob_id
    left join current_version on current_version.record_id = newest.record_id
    order by source.name collate "C", record.key collate "C"`.execute(trx);
  for (;;) {
    const { rows } = await sql<EvidenceRecord>`fetch ${sql.lit(PAGE)} from evidence_records`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) break;
  }
  await sql`close evidence_records`.execute(trx);
}

export interface BlobUse {
  readonly blob: number;
  readonly source: string;
  readonly key: string;
  readonly seq: number;
}

/** The oldest version that each of these documents was. Reads every version: for the few that are damaged. */
export async function usesOfBlobs(db: Db, blobs: readonly number[]): Promise<ReadonlyMap<number, BlobUse>> {
  if (blobs.length === 0) return new Map();
  const { rows } = await sql<BlobUse>`
    select distinct on (version.blob_id) version.blob_id as blob, source.name as source, record.key, version.seq
    from version join record on record.id = version.record_id join source on source.id = record.source
    where version.blob_id = any(${blobs}::bigint[])
    order by version.blob_id, version.observed_at`.execute(db);
  return new Map(rows.map((row) => [row.blob, row]));
}
