import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The groups of these ids, in their order, each once; ids that no record has or names are left out. */
export async function groupsOfIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select distinct on (key) key, place from (
      select given.place, coalesce(d.cve_id, g.group_id, d.id) as key
      from unnest(${ids}::text[]) with ordinality as given (id, place)
      join search_document as d on d.id = given.id
      left join alias_group as g on g.id = d.id
      union all
      select given.place, g.group_id from unnest(${ids}::text[]) with ordinality as given (id, place)
      join alias_group as g on g.id = given.id
      union all
      select given.place, d.cve_id from unnest(${ids}::text[]) with ordinality as given (id, place)
      join search_document as d on d.cve_id = given.id
    ) as found order by key, place`.execute(db);
  return (rows as { key: string; place: number }[]).sort((a, b) => a.place - b.place).map(({ key }) => key);
}
