import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { schemeOf } from '@almanac/core/versions';
import { sql } from 'kysely';
import { coarseKeys } from '../projections/affected/schemes.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { type Moment, rowsValidAt } from './affected-valid-at.ts';
import { smallints } from './list-parameter.ts';
import type { NamedPackage } from './packages-named.ts';

/** A package by its number, and the version that is asked about. */
export interface AskedVersion {
  readonly package: NamedPackage;
  readonly version: string | null;
}

export interface Standing {
  /** Sources with live records of the package. */
  readonly speakers: readonly SourceId[];
  /** Some entry of theirs may hold for the version: it has to be held against it. */
  readonly mayHold: boolean;
}

/**
 * For each, in the order given, who speaks of the package, and whether that may concern the version: one question for all of them,
 * without reading what is said. Most components of a bill of materials are settled by it. As JSON, since pg writes lists ten times
 * as slowly.
 */
export async function packageStanding(
  db: Db,
  asked: readonly AskedVersion[],
  sources: readonly SourceId[],
  moment: Moment | null,
): Promise<readonly Standing[]> {
  if (asked.length === 0 || sources.length === 0) return asked.map(() => NOBODY);
  const versions = new Map<
    string,
    { readonly place: number; readonly version: string; readonly schemes: Set<string> }
  >();
  const places = asked.map(({ package: { ecosystem }, version }) => {
    if (version === null) return -1;
    const known = versions.get(version) ?? { place: versions.size, version, schemes: new Set(COMMON) };
    const own = schemeOf(ecosystem ?? '').scheme;
    if (own !== null) known.schemes.add(own.id);
    versions.set(version, known);
    return known.place;
  });
  const keys = [...versions.values()].flatMap(({ place, version, schemes }) =>
    coarseKeys(version, schemes).map(({ scheme, key }) => [place, scheme, key]),
  );
  const pairs = asked.map(({ package: { id } }, place) => [place, id, places[place]]);
  const wanted = sql`affected.package_id = asked.package_id
    and source = any((select ${smallints(sources.map(sourceNumber))})::smallint[])`;
  const { rows } = await sql<{ place: number; speakers: number[] | null; may_hold: boolean }>`
    select asked.place, array_agg(distinct stated.source) filter (where not stated.withdrawn) as speakers,
           bool_or(placed.key is null or ((coarse_min is null or coarse_min <= placed.key collate "C")
             and (coarse_max is null or coarse_max >= placed.key collate "C"))) as may_hold
    from (
      select (pair->>0)::integer as place, (pair->>1)::integer as package_id, (pair->>2)::integer as version
      from json_array_elements((select ${JSON.stringify(pairs)}::json)) as pairs (pair)
    ) asked
    cross join lateral (${rowsValidAt(wanted, moment)} offset 0) stated
    left join (
      select (known->>0)::integer as version, (known->>1)::smallint as scheme, known->>2 as key
      from json_array_elements((select ${JSON.stringify(keys)}::json)) as keys (known)
    ) placed on placed.version = asked.version and placed.scheme = stated.scheme
    group by asked.place`.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, place) => {
    const row = found.get(place);
    if (row === undefined) return NOBODY;
    return { speakers: (row.speakers ?? []).flatMap((number) => SOURCE_IDS[number - 1] ?? []), mayHold: row.may_hold };
  });
}

/** Schemes beside that of the ecosystem in which records of it are written. By others nothing is narrowed here. */
const COMMON: readonly string[] = ['semver', 'freeform'];

const NOBODY: Standing = { speakers: [], mayHold: false };
