import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** A record as evidence has it, and as the row says that stands for its newest version. */
export interface EvidenceRecord {
  readonly id: number;
  readonly key: string;
  readonly versions: number;
  readonly newestSeq: number;
  /** Of the newest version; null: the source no longer has it. */
  readonly rawSha256: Buffer | null;
  /** What is wrong with `current_version`, or null. */
  readonly fault: string | null;
}

const PAGE = 10_000;

/** The records of a source in pages. A record that was met and never stored has no version and is not among them. */
export async function* evidenceRecords(db: Db, source: number): AsyncGenerator<readonly EvidenceRecord[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<EvidenceRecord>`
      with page as (
        select record.id, record.key, newest.versions, newest.seq
        from record
        cross join lateral (
          select count(*) as versions, max(seq) as seq from version where version.record_id = record.id) newest
        where record.source = ${source} and record.id > ${last} and newest.versions > 0
        order by record.id limit ${PAGE}
      )
      select page.id, page.key, page.versions, page.seq as "newestSeq", blob.raw_sha256 as "rawSha256",
             case
               when current_version.record_id is null then 'has versions and none that is current'
               when current_version.seq <> page.seq
                 then format('version %s counts as current, the newest is %s', current_version.seq, page.seq)
               when current_version.content_sha256 is distinct from blob.content_sha256
                 then 'is current with another content than its newest version'
               when current_version.observed_at <> version.observed_at
                 then 'is current since another moment than its newest version'
             end as fault
      from page
      join version on version.record_id = page.id and version.seq = page.seq
      left join blob on blob.id = version.blob_id
      left join current_version on current_version.record_id = page.id
      order by page.id`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** The sources by name, whether or not they have records. */
export async function evidenceSources(db: Db): Promise<{ id: number; name: SourceId }[]> {
  const rows = await db.selectFrom('source').select(['id', 'name']).orderBy('name').execute();
  return rows.map(({ id, name }) => ({ id, name: name as SourceId }));
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
