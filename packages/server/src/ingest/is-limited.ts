import { UnexpectedUpstream } from '../sources/source.ts';
import { BudgetUsedUp, TurnTooLate } from './upstream-pace.ts';

/** Whether the upstream was not asked, or did not answer, because it is asked often enough already. */
export function isLimited(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 4; e = e.cause, depth += 1) {
    if (e instanceof BudgetUsedUp || e instanceof TurnTooLate) return true;
    // Every source words a 429 so; some upstreams have a 403 of their own.
    if (e instanceof UnexpectedUpstream && (e.isThrottle || /\banswers 429\b/.test(e.message))) return true;
  }
  return false;
}
