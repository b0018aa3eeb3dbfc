import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/**
 * The vulnerabilities of these ids, in their order, each once. An erratum leads to all that it fixes; a CVE of which there is only a
 * score, to itself. Ids that no record has or names are left out.
 */
export async function groupsOfIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ key: string; place: number }>`
    with given as (select id, place from unnest(${texts(ids)}) with ordinality as listed (id, place)),
    grouped as (
      select given.place, coalesce(g.group_id, given.id) as id
      from given left join alias_group as g on g.id = given.id and not g.over_large
    )
    select key, min(place) as place from (
      select given.place, held.vuln as key from given join vulnerability_record as held on held.id = given.id
      union all
      select grouped.place, v.key from grouped join vulnerability as v on v.key = grouped.id
      union all
      select grouped.place, e.cve_id from grouped join epss_current as e on e.cve_id = grouped.id
    ) as found group by key order by place, key limit ${MOST}`.execute(db);
  return rows.map(({ key }) => key);
}

/** More than an erratum fixes; what is behind is found by its words. */
const MOST = 1_000;
