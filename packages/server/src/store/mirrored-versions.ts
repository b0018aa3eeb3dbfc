import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { lockRecords } from './evidence.ts';
import { type GivenVersion, insertVersions } from './given-versions.ts';
import { unnestRows } from './projections/unnest-rows.ts';
import type { Run } from './runs.ts';

/** A version as another instance has it. */
export interface MirroredVersion extends GivenVersion {
  readonly key: string;
  /** Whether the version was withdrawn on publication. */
  readonly withdrawn: boolean;
}

/** Adds versions in any order; the one with the highest number counts. Their documents are there. */
export async function writeMirroredVersions(
  trx: Transaction,
  run: Run,
  versions: readonly MirroredVersion[],
): Promise<void> {
  const keys = [...new Set(versions.map(({ key }) => key))].sort();
  await lockRecords(trx, run.source, keys);
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from record where source = ${run.source} and key = any(${keys}::text[])`.execute(trx);
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const ofRecords = versions.map((version) => ({ ...version, recordId: ids.get(version.key) as number, run: run.id }));
  await insertVersions(trx, ofRecords);
  await sql`
    insert into current_version (record_id, seq, observed_at, content_sha256, raw_sha256, upstream_modified, withdrawn)
    select distinct on (version.record_id) version.record_id, version.seq, version.observed_at, blob.content_sha256,
           blob.raw_sha256, version.upstream_modified, coalesce(given.withdrawn, current_version.withdrawn, false)
    from version
    left join blob on blob.id = version.blob_id
    left join current_version on current_version.record_id = version.record_id
    left join ${unnestRows(ofRecords, { recordId: 'bigint', seq: 'integer', withdrawn: 'boolean' })}
              on given."recordId" = version.record_id and given.seq = version.seq
    where version.record_id = any(${[...ids.values()]}::bigint[])
    order by version.record_id, version.seq desc
    on conflict (record_id) do update
    set seq = excluded.seq, observed_at = excluded.observed_at, content_sha256 = excluded.content_sha256,
        raw_sha256 = excluded.raw_sha256, upstream_modified = excluded.upstream_modified, withdrawn = excluded.withdrawn`.execute(
    trx,
  );
}
