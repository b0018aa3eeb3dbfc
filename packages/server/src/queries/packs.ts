import type { Shard } from '@almanac/core/snapshots';
import { type RawBuilder, sql } from 'kysely';
import { type PackName, packMark } from '../projections/pack-name.ts';
import { PASSED_ON_PREFIXES } from '../sources/licences.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import { sha256 } from '../store/packing.ts';
import type { PackPart } from '../store/packs.ts';
import type { NamedPackage } from './packages-named.ts';

/**
 * The rules that packs are written by: raise the number when they change. Whose records may be passed on decides which summaries they have.
 * A projection with other rules replaces its table, which outdates all packs by itself.
 */
export const PACK_RULES = `5 ${sha256(PASSED_ON_PREFIXES.join(' ')).toString('hex', 0, 8)}`;

/** The place of the shard that a pack is. */
export function packPlace(ecosystem: string): Pick<Shard, 'partition' | 'bits' | 'prefix'> {
  return { partition: `ecosystem/${ecosystem}`, bits: 0, prefix: 0 };
}

/** A pack that is current, or a large one, of which some parts may not be. */
export interface CurrentPack {
  /** Null: no record names the package, or the pack is in parts. */
  readonly pack: string | null;
  readonly bytes: number;
}

interface PackRow {
  readonly place: string;
  readonly is_current: boolean;
  readonly pack: string | null;
  readonly bytes: string | null;
  readonly is_there: boolean;
}

/** Larger packs are in parts, each of about this size at most. */
export const MAX_PART = 256 << 10;

/**
 * Reads packs and the marks that outdate them in one statement, in the order of the names. Null: there is none that is current, so that
 * it is built from the rows.
 */
export async function loadKeptPacks(db: Db, names: readonly PackName[]): Promise<readonly (CurrentPack | null)[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<PackRow>`
    with state as materialized (select ${arePacksCurrent} as is_current)
    select asked.place, kept.name is not null as is_there, whole.bytes,
           kept.pack, state.is_current and (kept.pack is null and whole.bytes is not null or ${isUnmarked}) as is_current
    from state cross join ${askedPacks(names)}
    left join package_pack kept on ${isOfAsked(sql`kept`)} and kept.part = 0
    left join lateral (select sum(octet_length(part.pack)) as bytes from package_pack part where ${isOfAsked(sql`part`)}) whole on true`.execute(
    db,
  );
  const packs: (CurrentPack | null)[] = names.map(() => null);
  for (const { place, is_current: isCurrent, is_there: isThere, pack, bytes } of rows) {
    if (isCurrent && (bytes !== null || !isThere)) packs[Number(place) - 1] = { pack, bytes: Number(bytes ?? 0) };
  }
  return packs;
}

/** A part of a large pack. */
interface KeptPart extends Pick<PackPart, 'part'> {
  /** Null if the digest is one of those that the caller knows. */
  readonly pack: string | null;
  readonly digest: string | null;
  readonly isOutdated: boolean;
}

/** The parts of a large pack, and what has to be read again. */
export interface KeptParts {
  readonly parts: readonly KeptPart[];
  /** Records that name the package and have changed. */
  readonly changed: readonly string[];
}

/**
 * Reads the parts of a large pack and their marks in one statement, without the text of current parts whose digest is known. Returns null
 * if the pack has to be built from the rows.
 */
export async function loadPackParts(
  db: Db,
  name: PackName,
  knownDigests: readonly string[] = [],
): Promise<KeptParts | null> {
  const { rows } = await sql<KeptPart & { isUsable: boolean; changed: readonly string[] }>`
    with state as materialized (select ${arePacksCurrent} as is_current),
    named as materialized (
      select coalesce(array_agg(distinct record), '{}') as changed, coalesce(bool_or(record is null), false) as is_any
      from package_mark where mark = ${packMark(name)}
    )
    select part.part, own.digest, own.is_outdated as "isOutdated", named.changed, state.is_current and not named.is_any as "isUsable",
           case when own.is_outdated or own.digest is null or own.digest <> all(${knownDigests}::text[]) then part.pack end as pack
    from state cross join named cross join ${askedPacks([name])}
    join package_pack part on ${isOfAsked(sql`part`)} and part.part > 0
    cross join lateral (
      select encode(part.digest, 'hex') as digest,
             exists (select from package_mark where mark = any(part.depends)) or part.depends && named.changed as is_outdated offset 0
    ) own
    order by part.part`.execute(db);
  const [first] = rows;
  if (first?.isUsable !== true) return null;
  return {
    parts: rows.map(({ part, pack, digest, isOutdated }) => ({ part, pack, digest, isOutdated })),
    changed: first.changed,
  };
}

function askedPacks(names: readonly PackName[]): RawBuilder<unknown> {
  const column = (of: (name: PackName) => string) => texts(names.map(of));
  return sql`unnest(
      ${column(({ name }) => name)}, ${column(({ ecosystem }) => ecosystem)}, ${column(({ vendor }) => vendor ?? '')}, ${column(packMark)}
    ) with ordinality as asked (name, ecosystem, vendor, mark, place)`;
}

function isOfAsked(pack: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${pack}.name = asked.name and ${pack}.ecosystem = asked.ecosystem and ${pack}.vendor = asked.vendor`;
}

const isUnmarked = sql`not exists (select from package_mark where mark = any(kept.depends))
  and not exists (select from package_mark where mark = asked.mark)`;

/** Whether all packs were made by the rules and from the tables of now. */
const arePacksCurrent = sql`exists (
  select from package_pack_state where after_name is null and rules = ${PACK_RULES}
    and swapped_at is not distinct from (select max(swapped_at) from projection_version))`;

/** Lists the packs of the next names, in order. */
export async function packsAfter(db: Db, after: string, names: number): Promise<readonly PackName[]> {
  const { rows } = await sql<PackName>`
    select distinct package.name, coalesce(ecosystem, '') as ecosystem, vendor
    from (select distinct name from package where name > ${after} order by name limit ${names}) next
    join package on package.name = next.name
    order by package.name`.execute(db);
  return rows;
}

/** More releases than any package has; the last of a flood are left out. */
const MAX_PACKAGES = 20_000;

/** Reads the packages of each pack, in the order of the names. */
export async function packagesOfPacks(
  db: Db,
  names: readonly PackName[],
): Promise<{ readonly packages: readonly (readonly NamedPackage[])[]; readonly complete: boolean }> {
  const { rows } = await sql<NamedPackage & { place: string }>`
    select asked.place, package.id, package.ecosystem, package.release, package.vendor, package.name
    from ${askedPacks(names)}
    cross join lateral (
      select * from package where package.name = asked.name and coalesce(package.ecosystem, '') = asked.ecosystem
        and coalesce(package.vendor, '') = asked.vendor offset 0
    ) package
    order by package.id limit ${MAX_PACKAGES}`.execute(db);
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place));
  return {
    packages: names.map((_, i) => (byPlace.get(i + 1) ?? []).map(({ place: _place, ...one }) => one)),
    complete: rows.length < MAX_PACKAGES,
  };
}
