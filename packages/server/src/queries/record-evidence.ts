import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { bigints } from '../store/list-parameter.ts';

/** The bytes that a record stands on. */
export interface RecordEvidence {
  readonly recordId: number;
  readonly key: string;
  readonly sha256: string;
  readonly observedAt: Date;
}

/** Loads current versions in the given order. Skips records that their source removed. */
export async function recordEvidence(db: Db, ids: readonly number[]): Promise<readonly RecordEvidence[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecordEvidence>`
    select record.id as "recordId", record.key, encode(raw_sha256, 'hex') as sha256, observed_at as "observedAt"
    from unnest(${bigints(ids)}) with ordinality as wanted (id, place)
    join record on record.id = wanted.id
    join current_version on current_version.record_id = record.id
    where raw_sha256 is not null order by wanted.place`.execute(db);
  return rows;
}
