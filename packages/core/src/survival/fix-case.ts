import type { IssueSeverity } from '../tracker/issue-severity.ts';
import { isFix, type LinkedPull } from '../tracker/linked-pulls.ts';
import type { PullFacts } from '../tracker/tracked.ts';

const DAY = 86_400_000;

/** An issue as far as it tells how long a fix takes. Times are milliseconds since the epoch. */
export interface FixCase {
  readonly severity: IssueSeverity['severity'];
  readonly openedAt: number;
  /** When it was closed; null: it is open. */
  readonly closedAt: number | null;
  /** Closed with a fix. What was closed otherwise is lost from sight then. */
  readonly fixed: boolean;
  /** When a pull request that fixes it was first opened; null: there is none that was not given up. */
  readonly pullAt: number | null;
}

export interface ClosableIssue {
  readonly createdAt: string;
  readonly state: 'open' | 'closed';
  readonly stateReason: string | null;
  readonly closedAt: string | null;
}

/**
 * Closed with a fix is what the tracker calls completed, or closed without a reason, as it did for long; and what it closed for another reason
 * (not planned, a duplicate) after a pull request that fixes it had been merged.
 */
export function fixCase(
  issue: ClosableIssue,
  pulls: readonly LinkedPull[],
  severity: IssueSeverity['severity'],
): FixCase {
  const fixes = pulls.filter(isFix).map(({ pull }) => pull);
  const openedAt = Date.parse(issue.createdAt);
  const closed = issue.state === 'closed' && issue.closedAt !== null ? Date.parse(issue.closedAt) : null;
  const lasting = fixes.filter(({ state }) => state !== 'closed').map(({ createdAt }) => Date.parse(createdAt));
  return {
    severity,
    openedAt,
    closedAt: closed === null ? null : Math.max(closed, openedAt),
    fixed: closed !== null && (isDone(issue.stateReason) || fixes.some((pull) => isMergedBy(pull, closed))),
    pullAt: lasting.length === 0 ? null : Math.min(...lasting),
  };
}

function isDone(reason: string | null): boolean {
  return reason === null || reason === 'completed';
}

function isMergedBy({ state, mergedAt }: PullFacts, time: number): boolean {
  return state === 'merged' && mergedAt !== null && Date.parse(mergedAt) <= time;
}

/** A case as it was known at a moment, in days since it was opened. */
export interface SeenCase {
  readonly severity: FixCase['severity'];
  readonly time: number;
  readonly happened: boolean;
  /** It was still open then. */
  readonly open: boolean;
  /** How old it was when a pull request came; null: none had by then. */
  readonly pullAge: number | null;
}

/** Null where it was not opened by then. */
export function seenAt({ severity, openedAt, closedAt, fixed, pullAt }: FixCase, at: number): SeenCase | null {
  if (openedAt > at) return null;
  const open = closedAt === null || closedAt > at;
  return {
    severity,
    time: ((open ? at : closedAt) - openedAt) / DAY,
    happened: !open && fixed,
    open,
    pullAge: pullAt === null || pullAt > at ? null : Math.max(0, pullAt - openedAt) / DAY,
  };
}
