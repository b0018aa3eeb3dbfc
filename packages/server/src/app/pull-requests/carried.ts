import { lookupForm, lookupNames } from '@almanac/core/collection';
import { extractIdsOf } from '@almanac/core/ids';
import { canonicalName } from '@almanac/core/names';
import type { PackageChange } from '@almanac/core/pull-request';
import type { CollectionPackageRow } from '../../queries/collection-packages.ts';

/** What the collection carries of a package that a diff changes. */
export interface Carried {
  /** Null where it has none of these names. */
  readonly attribute: string | null;
  /** In the branch that the change is for. */
  readonly version: string | null;
  /** CVEs that it has patches for there. */
  readonly patched: readonly string[];
  /** CVEs that it declares as known there. */
  readonly declared: readonly string[];
  /** What stable channels carry, where the change is for the development branch. */
  readonly stable: readonly StableRow[];
}

interface StableRow {
  readonly channel: string;
  readonly attribute: string;
  readonly version: string;
  readonly patched: readonly string[];
}

/** `nixos-26.05`, without its smaller and bigger siblings, which carry the same. */
const STABLE = /^nixos-\d\d\.\d\d$/;

/** Finds a package among the rows that go by its names: by the file that defines it, else by its attribute. */
export function carriedBy(
  change: PackageChange,
  rows: readonly CollectionPackageRow[],
  isHome: (channel: string) => boolean,
): Carried {
  const own = rowsOf(change, rows);
  const home = own.filter(({ channel }) => isHome(channel));
  const meant =
    home.find(({ version }) => version !== null && version === change.oldVersion) ??
    home.find(({ attribute }) => change.names.includes(attribute)) ??
    home[0] ??
    own[0];
  if (meant === undefined) return { attribute: null, version: null, patched: [], declared: [], stable: [] };
  const { attribute } = meant;
  const same = own.filter((row) => row.attribute === attribute);
  const before = change.oldVersion ?? meant.version;
  const here = same.filter(({ channel, version }) => isHome(channel) && version === before);
  return {
    attribute,
    version: isHome(meant.channel) ? meant.version : null,
    patched: [...new Set(here.flatMap(({ patched }) => patched))],
    declared: [
      ...new Set(here.flatMap(({ knownVulnerabilities: said }) => said.flatMap((text) => extractIdsOf('cve', text)))),
    ],
    stable: stableOf(own, attribute).filter(({ channel }) => !isHome(channel)),
  };
}

/** The names under which the collection is asked for a package. */
export function lookedUpNames({ names }: PackageChange): string[] {
  return names.flatMap((name) => [name, canonicalName(name)]).map(lookupForm);
}

function rowsOf(change: PackageChange, rows: readonly CollectionPackageRow[]): CollectionPackageRow[] {
  const { names, file } = change;
  const asked = new Set(lookedUpNames(change));
  const named = rows.filter((row) => lookupNames(row).some((name) => asked.has(name)));
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const placed = named.filter(({ position }) => position?.startsWith(folder) === true);
  if (placed.length > 0) return placed;
  // One that is defined elsewhere is another package of the same name.
  return named.filter(({ position, attribute }) => position === null && names.includes(attribute));
}

/** One row a channel: the same attribute, else one that is the same package in another set of its language. */
function stableOf(own: readonly CollectionPackageRow[], attribute: string): StableRow[] {
  const wanted = canonicalName(attribute);
  const byChannel = Map.groupBy(
    own.filter(({ channel }) => STABLE.test(channel)),
    ({ channel }) => channel,
  );
  return [...byChannel].flatMap(([channel, rows]) => {
    const row =
      rows.find((each) => each.attribute === attribute) ??
      rows.find((each) => canonicalName(each.attribute) === wanted);
    return row === undefined || row.version === null
      ? []
      : [{ channel, attribute: row.attribute, version: row.version, patched: row.patched }];
  });
}
