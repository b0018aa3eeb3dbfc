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
  const { rows } = await sql<{ key: string; cves: string[] }>`
    select record.key, array_agg(distinct relation.id order by relation.id) as cves
    from relation join record on record.id = relation.record_id
    where relation.record_id = any(${recordIds}::bigint[]) and kind = 1 and relation.id like 'CVE-%' and ${held}
    group by record.key`.execute(db);
  return new Map(rows.map(({ key, cves }) => [key, cves]));
}
