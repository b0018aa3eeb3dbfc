import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** The vulnerabilities of an id; one that nobody knows is its own. */
export type VulnerabilitiesOf = (id: string) => readonly string[];

/** Which vulnerabilities these ids are about: what their records are, or of an id without a record, the group that others put it in. */
export async function loadVulnerabilities(db: Db, ids: readonly string[]): Promise<VulnerabilitiesOf> {
  if (ids.length === 0) return (id) => [id];
  const { rows } = await sql<{ id: string; vulns: string[] }>`
    select id, array_agg(distinct vuln order by vuln) as vulns from vulnerability_record
    where id = any(${texts(ids)}) group by id
    union all
    select id, array[group_id] from alias_group
    where id = any(${texts(ids)}) and not over_large
      and not exists (select from vulnerability_record as held where held.id = alias_group.id)`.execute(db);
  const known = new Map(rows.map(({ id, vulns }) => [id, vulns]));
  return (id) => known.get(id) ?? [id];
}
