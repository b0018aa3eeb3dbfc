import type { AliasGroup } from '@almanac/core/aliases';
import { cvesNamed } from '@almanac/core/aliases';
import { type RawBuilder, sql } from 'kysely';

export type GroupOfIds = Pick<AliasGroup, 'id' | 'ids'>;

/** Current links, as in `upstreamCves` and `loadAliasGroups`, read together with the records. */
export interface RecordLinks {
  /** The CVEs that a record names as what it is about, by its key. */
  readonly covers: ReadonlyMap<string, readonly string[]>;
  /** The ids of which groups were looked up. */
  readonly lookedUp: ReadonlySet<string>;
  readonly groups: readonly GroupOfIds[];
}

/** As a column of JSON has them. */
export interface StoredLinks {
  readonly covers: readonly { readonly record_id: number; readonly id: string }[];
  readonly ids: readonly string[];
  readonly groups: readonly GroupOfIds[];
}

/**
 * The tables `covers`, `ids` and `groups` of a statement, from the column `record_id` of another. Laterals that are not to be flattened:
 * the rows are few, whatever the planner expects. Ids that only look as if they named a CVE are looked up, too: `readLinksOf` decides.
 */
export function linkTables(records: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    covers as materialized (
      select named.record_id, named.id from (select distinct record_id from ${records}) each
      cross join lateral (
        select record_id, id from relation where relation.record_id = each.record_id and kind in (1, 3) and known_to is null offset 0
      ) named
    ),
    ids as materialized (
      select own.key as id from (select distinct record_id from ${records}) each
      cross join lateral (select key from record where record.id = each.record_id offset 0) own
      union select id from covers
      union select upper(substring(id from '(?i)cve-[0-9]{4}-[0-9]{4,19}')) from covers
    ),
    groups as materialized (
      select each.group_id, member.id from (
        select distinct found.group_id from ids
        cross join lateral (select group_id from alias_group where alias_group.id = ids.id offset 0) found
      ) each
      cross join lateral (
        select id from alias_group where alias_group.group_id = each.group_id and not over_large offset 0
      ) member
    )`;
}

/** Members of a JSON object. */
export const LINK_MEMBERS = sql`
  'covers', (select coalesce(json_agg(covers), '[]') from covers),
  'ids', (select coalesce(json_agg(id), '[]') from ids where id is not null),
  'groups', (select coalesce(json_agg(each), '[]') from (
    select group_id as id, array_agg(id order by id) as ids from groups group by group_id) each)`;

export function parseLinks({ covers, ids, groups }: StoredLinks, keys: ReadonlyMap<number, string>): RecordLinks {
  const named = Map.groupBy(covers, ({ record_id }) => keys.get(record_id) ?? '');
  return {
    covers: cvesNamed(Array.from(named, ([key, all]) => [key, all.map(({ id }) => id)])),
    lookedUp: new Set(ids),
    groups,
  };
}

export function joinedLinks(pages: readonly RecordLinks[]): RecordLinks {
  const covers = new Map(pages.flatMap((page) => [...page.covers]));
  const groups = new Map(pages.flatMap((page) => page.groups.map((group) => [group.id, group])));
  return { covers, lookedUp: new Set(pages.flatMap((page) => [...page.lookedUp])), groups: [...groups.values()] };
}

/** The CVEs that these records name; null where the links were not read. */
export function linkedCovers(
  links: RecordLinks | null,
  keys: Iterable<string>,
): ReadonlyMap<string, readonly string[]> | null {
  if (links === null) return null;
  const wanted = new Set(keys);
  return new Map([...links.covers].filter(([key]) => wanted.has(key)));
}

/** The groups of these ids; null where not all of them were looked up. */
export function linkedGroups(links: RecordLinks | null, ids: Iterable<string>): readonly GroupOfIds[] | null {
  const wanted = new Set(ids);
  if (links === null || !wanted.isSubsetOf(links.lookedUp)) return null;
  return links.groups.filter((group) => group.ids.some((id) => wanted.has(id)));
}
