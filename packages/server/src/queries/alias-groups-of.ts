import { type AliasAssertion, groupAliases } from '@almanac/core/aliases';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import type { Moment } from './affected-valid-at.ts';
import { heldAt } from './held-at.ts';
import type { GroupOfIds } from './record-links.ts';

/**
 * The groups of aliases that these ids are in, now or as they were at an instant. Groups with more ids than one vulnerability
 * has are left out: some assertion in them is wrong, and their ids stand for themselves.
 */
export async function loadAliasGroups(
  db: Db,
  ids: readonly string[],
  at: Date | Moment | null,
): Promise<readonly GroupOfIds[]> {
  if (ids.length === 0) return [];
  const moment = toMoment(at);
  if (moment !== null) return groupsAt(db, ids, moment);
  const { rows } = await sql<{ id: string; ids: string[] }>`
    select group_id as id, array_agg(id order by id) as ids from alias_group
    where not over_large and group_id in (select group_id from alias_group where id = any(${texts(ids)}))
    group by group_id`.execute(db);
  return rows;
}

/** How far from the ids given assertions are followed: a record names all its aliases at once, so that more is rarely there. */
const STEPS = 3;

async function groupsAt(db: Db, ids: readonly string[], { at, clock }: Moment): Promise<readonly GroupOfIds[]> {
  const { rows } = await sql<AliasAssertion>`
    with recursive reached (id, step) as (
      select unnest(${texts(ids)}), 0
      union
      select other.id, reached.step + 1
      from reached cross join lateral (
        ${heldAt(sql`select alias as id from alias_assertion where alias_assertion.id = reached.id`, at, clock)}
        union all
        ${heldAt(sql`select alias_assertion.id from alias_assertion where alias = reached.id`, at, clock)}
      ) other
      where reached.step < ${STEPS}
    )
    select distinct source.name as asserter, said.id, said.alias
    from (select distinct id from reached) named
    cross join lateral (
      ${heldAt(sql`select source, id, alias from alias_assertion where alias_assertion.id = named.id`, at, clock)}
      union all
      ${heldAt(sql`select source, id, alias from alias_assertion where alias = named.id`, at, clock)}
    ) said
    join source on source.id = said.source`.execute(db);
  return groupAliases(rows, new Set()).filter(({ tooLarge }) => !tooLarge);
}
