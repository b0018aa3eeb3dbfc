import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { lockRecords } from './evidence.ts';
import type { Run } from './runs.ts';

/** A version as another instance has it. */
export interface MirroredVersion {
  readonly key: string;
  readonly seq: number;
  /** As PostgreSQL writes them. */
  readonly observedAt: string;
  readonly modified: string | null;
  readonly basis: number;
  /** Of the version that counted when it was published. */
  readonly withdrawn: boolean;
  /** Null: the source no longer had the record. */
  readonly rawSha256: Buffer | null;
}

/** Adds versions in any order; the one with the highest number counts. Their documents are there. */
export async function writeMirroredVersions(
  trx: Transaction,
  run: Run,
  versions: readonly MirroredVersion[],
): Promise<void> {
  const keys = [...new Set(versions.map(({ key }) => key))].sort();
  await lockRecords(trx, run.source, keys);
  const column = <K extends keyof MirroredVersion>(name: K) => versions.map((version) => version[name]);
  const { numAffectedRows } = await sql`
    insert into version (record_id, seq, observed_at, upstream_modified, basis, run_id, blob_id)
    select record.id, given.seq, given.observed_at, given.modified, given.basis, ${run.id}, blob.id
    from unnest(${column('key')}::text[], ${column('seq')}::integer[], ${column('observedAt')}::timestamptz[],
                ${column('modified')}::timestamptz[], ${column('basis')}::smallint[], ${column('rawSha256')}::bytea[])
         as given (key, seq, observed_at, modified, basis, sha256)
    join record on record.source = ${run.source} and record.key = given.key
    left join blob on blob.raw_sha256 = given.sha256
    where given.sha256 is null or blob.id is not null`.execute(trx);
  const missing = versions.length - Number(numAffectedRows);
  if (missing > 0) throw new Error(`${missing} versions name documents that are not there`);
  await sql`
    insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256, upstream_modified, withdrawn)
    select distinct on (version.record_id) version.record_id, version.seq, version.observed_at, blob.content_sha256,
           blob.raw_sha256, version.upstream_modified, coalesce(given.withdrawn, current_version.withdrawn, false)
    from record
    join version on version.record_id = record.id
    left join blob on blob.id = version.blob_id
    left join current_version on current_version.record_id = record.id
    left join unnest(${column('key')}::text[], ${column('seq')}::integer[], ${column('withdrawn')}::boolean[])
              as given (key, seq, withdrawn) on given.key = record.key and given.seq = version.seq
    where record.source = ${run.source} and record.key = any(${keys}::text[])
    order by version.record_id, version.seq desc
    on conflict (record_id) do update
    set seq = excluded.seq, observed_at = excluded.observed_at, content_sha256 = excluded.content_sha256,
        raw_sha256 = excluded.raw_sha256, upstream_modified = excluded.upstream_modified, withdrawn = excluded.withdrawn`.execute(
    trx,
  );
}
