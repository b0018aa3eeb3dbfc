import type { VersionScheme } from '../versions/scheme.ts';
import { isLine } from './membership.ts';
import type { Assertion, Claim, Interval } from './model.ts';
import { schemeById } from './scheme-by-id.ts';

/** Outside of which no version is affected by an entry; null is no bound. */
export interface CoarseBounds {
  /** The id of the order that the keys are of; null: the entry may apply to any version. */
  readonly scheme: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

const EVERYTHING: CoarseBounds = { scheme: null, min: null, max: null };

/**
 * The range of keys that an entry can apply to. A version outside of it is surely not affected, so whatever leaves
 * a doubt about any version makes the range everything: a claim that cannot be evaluated, a default other than unaffected,
 * keys of two orders, which do not compare. The order of a vendor's rebuild belongs to one ecosystem and narrows nothing.
 */
export function coarseBounds({ claims, defaultStatus }: Pick<Assertion, 'claims' | 'defaultStatus'>): CoarseBounds {
  if (defaultStatus !== 'unaffected' || claims.length === 0) return EVERYTHING;
  const ordered = claims.some(({ type }) => type === 'range');
  // Commits are not asked about a version where a range of versions is given beside them.
  const asked = claims.filter((claim) => claim.status !== 'unaffected' && !(ordered && claim.type === 'git'));
  const scheme = schemeOfClaim(asked[0]);
  if (scheme === null || schemeById(scheme.id, null) === null) return EVERYTHING;

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
  return { scheme: scheme.id, min: low === LOWEST ? null : low, max: high === HIGHEST ? null : high };
}

/** Whether an entry with these bounds may apply to the version; null: the version is not known. Of a line only some versions may lie within. */
export function mayInclude({ scheme, min, max }: CoarseBounds, version: string | null): boolean {
  const order = scheme === null ? null : schemeById(scheme, null);
  if (version === null || isLine(version) || order === null || !order.isValid(version)) return true;
  const key = order.coarse(version);
  return (min === null || min <= key) && (max === null || max >= key);
}

/** Sort before and after every key. */
const LOWEST = '';
const HIGHEST = '~';

function schemeOfClaim(claim: Claim | undefined): VersionScheme | null {
  return claim?.type === 'range' || claim?.type === 'list' ? claim.scheme : null;
}

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
