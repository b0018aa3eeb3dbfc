import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { bigints } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import { keptBytes, type Moment } from './affected-valid-at.ts';

/** The hash of the bytes that each of these records stands on, now or at an instant; those without any are left out. */
export async function recordHashes(
  db: Db,
  ids: readonly number[],
  at: Date | Moment | null,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; sha256: string }>`
    select wanted.id, encode(kept.raw_sha256, 'hex') as sha256
    from (select distinct unnest(${bigints(ids)}) as id) wanted ${keptBytes(sql`wanted.id`, toMoment(at))}
    where kept.raw_sha256 is not null`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}
