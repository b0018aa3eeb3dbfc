import { cvesNamed } from '@almanac/core/aliases';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { bigints } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import type { Moment } from './affected-valid-at.ts';
import { standingAt } from './held-at.ts';

/** The CVEs that advisories of distributions name as what they are about, by the key of the record. */
export async function upstreamCves(
  db: Db,
  recordIds: readonly number[],
  at: Date | Moment | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<{ key: string; covers: string[] }>`
    select record.key, array_agg(distinct relation.id) as covers
    from relation join record on record.id = relation.record_id
    where relation.record_id = any(${bigints(recordIds)}) and kind in (1, 3) and ${standingAt(toMoment(at))}
    group by record.key`.execute(db);
  return cvesNamed(rows.map(({ key, covers }) => [key, covers]));
}
