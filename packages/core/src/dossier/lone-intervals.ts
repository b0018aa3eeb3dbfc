import { isEmpty } from '../ranges/intervals.ts';
import type { Bound, Interval, RangeClaim } from '../ranges/model.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { PackageClaim } from './package-claims.ts';

/**
 * Whether the first affects a whole stretch of versions of which the second, who says that all he does not name is unaffected,
 * affects none: a line of releases that one of them forgot.
 */
export function hasLoneInterval(first: readonly PackageClaim[], second: readonly PackageClaim[]): boolean {
  const own = rangesOf(first);
  const others = rangesOf(second);
  if (own === null || others === null || others.length === 0) return false;
  if (sizeOf(own) > MAX_INTERVALS || sizeOf(others) > MAX_INTERVALS) return false;
  return own.some(({ scheme, intervals }) =>
    intervals.some((interval) => others.every((other) => isApart(scheme, interval, other))),
  );
}

/** Each is set against each: beyond this the question is not asked. */
const MAX_INTERVALS = 32;

function sizeOf(ranges: readonly RangeClaim[]): number {
  return ranges.reduce((sum, { intervals }) => sum + intervals.length, 0);
}

/** The ranges of an author who speaks in ranges alone; null where he speaks otherwise, or leaves the rest open. */
function rangesOf(claims: readonly PackageClaim[]): RangeClaim[] | null {
  const ranges: RangeClaim[] = [];
  for (const { assertion } of claims) {
    if (assertion.defaultStatus !== 'unaffected') return null;
    for (const claim of assertion.claims) {
      // Lists of versions and commits stand beside the ranges that say the same.
      if (claim.type === 'list' || claim.type === 'git') continue;
      if (claim.type !== 'range' || claim.status !== 'affected') return null;
      ranges.push(claim);
    }
  }
  return ranges;
}

function isApart(scheme: VersionScheme, interval: Interval, other: RangeClaim): boolean {
  if (other.scheme !== scheme) return false;
  return other.intervals.every((each) => isEmpty(scheme, overlap(scheme, interval, each)));
}

/** What two intervals have in common. Equal bounds and bounds of lines make it look larger than it is, never smaller. */
function overlap(scheme: VersionScheme, a: Interval, b: Interval): Interval {
  return { from: inner(scheme, a.from, b.from, 1), to: inner(scheme, a.to, b.to, -1) };
}

function inner(scheme: VersionScheme, a: Bound | null, b: Bound | null, sign: 1 | -1): Bound | null {
  if (a === null || b === null) return a ?? b;
  return scheme.compare(a.version, b.version) * sign > 0 ? a : b;
}
