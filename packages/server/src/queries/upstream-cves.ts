import { cveNamedBy } from '@almanac/core/aliases';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The CVEs that advisories of distributions name as what they are about, by the key of the record. */
export async function upstreamCves(
  db: Db,
  recordIds: readonly number[],
  at: Date | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (recordIds.length === 0) return new Map();
  const held =
    at === null ? sql`known_to is null` : sql`known_from <= ${at} and (known_to is null or known_to > ${at})`;
  const { rows } = await sql<{ key: string; covers: string[] }>`
    select record.key, array_agg(distinct relation.id) as covers
    from relation join record on record.id = relation.record_id
    where relation.record_id = any(${recordIds}::bigint[]) and kind in (1, 3) and ${held}
    group by record.key`.execute(db);
  const named = rows.map(({ key, covers }) => {
    const cves = new Set(covers.map(cveNamedBy).filter((cve) => cve !== null));
    return [key, [...cves].sort()] as const;
  });
  return new Map(named.filter(([, cves]) => cves.length > 0));
}
