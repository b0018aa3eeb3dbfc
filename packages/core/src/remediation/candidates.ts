import type { Claim } from '../ranges/model.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Vulnerability } from './judge.ts';
import type { NamedVersion } from './model.ts';

/** Explicit lists name hundreds of versions; the smallest are tried first. */
const MAX_CANDIDATES = 20_000;

export interface Candidates {
  /** Ascending, each version once. */
  readonly versions: readonly NamedVersion[];
  /** How many more there are than are tried. */
  readonly left: number;
}

/**
 * Finds the versions that evidence names above a version, or all of them where that is null: bounds and lists of the records, and
 * what others hold. Nothing is made up: the version after `last_affected` is a candidate only where somebody names it.
 */
export function findCandidates(
  above: string | null,
  order: VersionScheme,
  vulnerabilities: readonly Vulnerability[],
  held: readonly NamedVersion[],
): Candidates {
  const named = new Map<string, NamedVersion>();
  const isAbove = (version: string) => above === null || order.compare(version, above) > 0;
  const add = (version: string, by: string) => {
    const known = named.get(version);
    if (known === undefined ? !order.isValid(version) || !isAbove(version) : known.by <= by) return;
    named.set(version, { version, by });
  };
  for (const { records } of vulnerabilities) {
    for (const { found, identity } of records.flat()) {
      // Builds of Julia carry numbers of their own.
      if (identity.naming.includes('jll_suffix')) continue;
      const { source, id } = found.assertion.record;
      for (const claim of found.assertion.claims)
        for (const version of versionsOf(claim)) add(version, `${source} ${id}`);
    }
  }
  for (const { version, by } of held) add(version, by);
  const ascending = [...named.values()].toSorted((a, b) => order.compare(a.version, b.version) || bySpelling(a, b));
  let last: string | null = null;
  const distinct = ascending.flatMap((one) => {
    const isNew = last === null || order.compare(last, one.version) !== 0;
    last = one.version;
    return isNew ? [one] : [];
  });
  return { versions: distinct.slice(0, MAX_CANDIDATES), left: Math.max(0, distinct.length - MAX_CANDIDATES) };
}

function versionsOf(claim: Claim): readonly string[] {
  if (claim.type === 'list') return claim.versions;
  if (claim.type !== 'range') return [];
  // The end that an advisory gives for want of a fix is often a version of another package: nobody says that this one has it.
  const events = claim.caveats.includes('bound_outside_range') ? claim.events.slice(0, -1) : claim.events;
  return events.flatMap(({ type, version }) => (type === 'limit' || isNoVersion(version) ? [] : [version]));
}

/** `0` is how records write the beginning; `8.1.*` is a line. */
function isNoVersion(version: string): boolean {
  return version === '0' || version.endsWith('*') || version.endsWith('.x') || version.endsWith('.X');
}

/** Of two spellings of one version the shorter, so that the order of records does not matter. */
function bySpelling(a: NamedVersion, b: NamedVersion): number {
  return a.version.length - b.version.length || (a.version < b.version ? -1 : 1);
}
