import type { Rating } from '@almanac/core/scores';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Ratings of CVEs that the CVE list rates by a vector; null if rejected. */
export async function listSeverities(
  db: Db,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly severity: Rating | null }[]> {
  const { rows } = await sql<{ id: string; severity: Rating | null }>`
    select cve_id as id, case when state is distinct from 'REJECTED' then severity end as severity from cve
    where cve_id = any(${texts(ids)}) and (vector is not null or state = 'REJECTED')`.execute(db);
  return rows;
}
