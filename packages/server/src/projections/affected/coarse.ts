import type { Assertion, Claim, Interval } from '@almanac/core/ranges';
import type { VersionScheme } from '@almanac/core/versions';
import { SCHEME_NUMBERS, schemeOfClaim } from './schemes.ts';

/** Outside of which no version is affected by an entry; null is no bound. */
export interface CoarseRange {
  readonly scheme: number | null;
  readonly coarse_min: string | null;
  readonly coarse_max: string | null;
}

const EVERYTHING: CoarseRange = { scheme: null, coarse_min: null, coarse_max: null };

/**
 * The range of keys that an entry can hold for. A version outside of it is surely not affected, so whatever leaves
 * a doubt about any version makes the range everything: a claim that cannot be evaluated, a default other than unaffected,
 * keys of two orders, which do not compare.
 */
export function coarseRange({ claims, defaultStatus }: Pick<Assertion, 'claims' | 'defaultStatus'>): CoarseRange {
  if (defaultStatus !== 'unaffected' || claims.length === 0) return EVERYTHING;
  const ordered = claims.some(({ type }) => type === 'range');
  // Commits are not asked about a version where a range of versions is given beside them.
  const asked = claims.filter((claim) => claim.status !== 'unaffected' && !(ordered && claim.type === 'git'));
  const scheme = schemeOfClaim(asked[0]);
  const number = scheme === null ? undefined : SCHEME_NUMBERS.get(scheme.id);
  if (scheme === null || number === undefined) return EVERYTHING;

  let low: string | null = null;
  let high: string | null = null;
  for (const claim of asked) {
    const keys = schemeOfClaim(claim) === scheme ? keysOf(claim, scheme) : null;
    if (keys === null) return EVERYTHING;
    for (const [min, max] of keys) {
      if (low === null || min < low) low = min;
      if (high === null || max > high) high = max;
    }
  }
  return { scheme: number, coarse_min: low === LOWEST ? null : low, coarse_max: high === HIGHEST ? null : high };
}

/** Sort before and after every key. */
const LOWEST = '';
const HIGHEST = '~';

type Keys = readonly (readonly [min: string, max: string])[];

function keysOf(claim: Claim, scheme: VersionScheme): Keys | null {
  if (claim.type === 'range') return claim.intervals.map((interval) => keysOfInterval(interval, scheme));
  if (claim.type !== 'list') return null;
  const isFreeText = claim.kind === 'cve' || claim.kind === 'cpe';
  // `9.1 Update 3` leaves a doubt about 9.1, and a product's name in place of a version about every one.
  if (isFreeText && claim.versions.some((version) => version.includes(' ') || !scheme.isValid(version))) return null;
  return claim.versions.map((version) => {
    const key = scheme.coarse(version);
    return [key, key];
  });
}

/** A line such as `8.1.*` is compared by its own rule, not by the scheme's: it bounds nothing here. */
function keysOfInterval({ from, to }: Interval, scheme: VersionScheme): readonly [string, string] {
  return [
    from === null || from.line ? LOWEST : scheme.coarse(from.version),
    to === null || to.line ? HIGHEST : scheme.coarse(to.version),
  ];
}
