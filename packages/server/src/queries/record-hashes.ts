import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The hash of the bytes that each of these records stands on, now or at an instant; those without any are left out. */
export async function recordHashes(
  db: Db,
  ids: readonly number[],
  at: Date | null,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const kept =
    at === null
      ? sql`join current_version kept on kept.record_id = wanted.id`
      : sql`cross join lateral (
          select raw_sha256 from version join blob on blob.id = version.blob_id
          where version.record_id = wanted.id and observed_at <= ${at} order by seq desc limit 1) kept`;
  const { rows } = await sql<{ id: number; sha256: string }>`
    select wanted.id, encode(kept.raw_sha256, 'hex') as sha256
    from (select distinct unnest(${ids}::bigint[]) as id) wanted ${kept}
    where kept.raw_sha256 is not null`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}
