import type { Shard } from '@almanac/core/snapshots';
import { sql } from 'kysely';
import type { PackageKey } from '../projections/package-name.ts';
import type { Db } from '../store/database.ts';
import { texts } from './list-parameter.ts';

/** Raise it when packs are written in another way. A projection with other rules replaces its table, which outdates all packs by itself. */
export const PACK_RULES = '2';

/** A package of an ecosystem, all its releases together. */
export interface PackName extends Pick<PackageKey, 'name'> {
  readonly ecosystem: string;
}

/** The place of the shard that a pack is. */
export function packPlace(ecosystem: string): Pick<Shard, 'partition' | 'bits' | 'prefix'> {
  return { partition: `ecosystem/${ecosystem}`, bits: 0, prefix: 0 };
}

/** The mark of a package. No id of a vulnerability has a tab. */
export function packMark({ name, ecosystem }: PackName): string {
  return `${ecosystem}\t${name}`;
}

/** A pack that is current; null in it: no record names the package. */
export interface CurrentPack {
  readonly pack: string | null;
}

interface PackRow extends PackName {
  readonly is_current: boolean;
  readonly pack: string | null;
  readonly is_there: boolean;
}

/**
 * Reads packs and the marks that outdate them in one statement, in the order of the names. Null: there is none that is current, so that
 * it is built from the rows.
 */
export async function loadKeptPacks(db: Db, names: readonly PackName[]): Promise<readonly (CurrentPack | null)[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<PackRow & { place: number }>`
    with state as materialized (select ${arePacksCurrent} as is_current)
    select asked.place, kept.pack, kept.name is not null as is_there,
           state.is_current and not exists (select from package_mark where mark = any(kept.depends))
             and not exists (select from package_mark where mark = asked.ecosystem || E'\\t' || asked.name) as is_current
    from state cross join unnest(${texts(names.map(({ name }) => name))}, ${texts(names.map(({ ecosystem }) => ecosystem))})
      with ordinality as asked (name, ecosystem, place)
    left join package_pack kept on kept.name = asked.name and kept.ecosystem = asked.ecosystem`.execute(db);
  const packs: (CurrentPack | null)[] = names.map(() => null);
  for (const { place, is_current: isCurrent, is_there: isThere, pack } of rows) {
    if (isCurrent && (pack !== null || !isThere)) packs[place - 1] = { pack };
  }
  return packs;
}

/** Whether all packs were made by the rules and from the tables of now. */
const arePacksCurrent = sql`exists (
  select from package_pack_state where after_name is null and rules = ${PACK_RULES}
    and swapped_at is not distinct from (select max(swapped_at) from projection_version))`;

/** Names of packages with records, in order. */
export async function packNamesAfter(db: Db, after: PackName, limit: number): Promise<readonly PackName[]> {
  const { rows } = await sql<PackName>`
    select distinct name, ecosystem from package
    where ecosystem is not null and (name, ecosystem) > (${after.name}, ${after.ecosystem})
    order by name, ecosystem limit ${limit}`.execute(db);
  return rows;
}
