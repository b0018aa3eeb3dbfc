import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Those of these CVEs that the CVE list has rejected, with the date that it gives; null where it gives none. */
export async function rejectedCves(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Date | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; rejected: Date | null }>`
    select cve_id as id, rejected from cve where cve_id = any(${texts(ids)}) and state = 'REJECTED'`.execute(db);
  return new Map(rows.map(({ id, rejected }) => [id, rejected]));
}
