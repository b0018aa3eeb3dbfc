import { claimOfInterval, opaque } from './claims.ts';
import { comparisonsOf, conjunctionOf } from './expression.ts';
import type { Claim, Interval } from './model.ts';

/**
 * Closes a range that the advisory database leaves open.
 *
 * When no fix is known, its OSV form has only `introduced`, and the upper bound that the advisory itself states hides in
 * `database_specific.last_known_affected_version_range` (github/advisory-database#470). Without it every later version
 * would be affected. The bound does not come from the range proper, so the claim says so.
 */
export function withLastKnown(claim: Claim, expression: string): Claim {
  if (claim.type !== 'range') return claim;
  const last = claim.intervals.at(-1);
  if (last === undefined || last.to !== null) return claim;
  const comparisons = comparisonsOf(expression);
  const upper = comparisons === null ? null : conjunctionOf(comparisons, claim.scheme).to;
  if (upper === null) return claim;

  const base = { ...claim, caveats: [...claim.caveats, 'bound_outside_range' as const] };
  const closed: Interval = { from: last.from, to: upper };
  const ending = claimOfInterval(base, claim.scheme, closed);
  if (ending.type !== 'range') return opaque(claim, expression, 'bound_unreadable');
  return {
    ...ending,
    events: [...claim.events, ...ending.events.slice(1)],
    intervals: [...claim.intervals.slice(0, -1), closed],
  };
}
