import { cveNamedBy } from '@almanac/core/aliases';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { momentOf } from './affected-rows.ts';
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
    where relation.record_id = any(${recordIds}::bigint[]) and kind in (1, 3) and ${standingAt(momentOf(at))}
    group by record.key`.execute(db);
  const named = rows.map(({ key, covers }) => {
    const cves = new Set(covers.map(cveNamedBy).filter((cve) => cve !== null));
    return [key, [...cves].sort()] as const;
  });
  return new Map(named.filter(([, cves]) => cves.length > 0));
}
