import type { FixEta } from '@almanac/contract';
import { type FixCurve, fixEta, type RemainingDays, tenths } from '@almanac/core/survival';
import { isFix } from '@almanac/core/tracker';
import type { RatedIssue } from '../tracker/judged-issues.ts';

const DAY = 86_400_000;

/** How much longer an open issue may take. */
export function estimated(curves: readonly FixCurve[], { issue, severity, pulls }: RatedIssue, now: number): FixEta {
  const ageDays = Math.max(0, now - Date.parse(issue.createdAt)) / DAY;
  const hasFixPull = pulls.some((linked) => isFix(linked) && linked.pull.state !== 'closed');
  const found = fixEta(curves, { severity: severity.severity, hasFixPull, ageDays });
  return {
    number: issue.number,
    title: issue.title,
    url: issue.url,
    severity: severity.severity,
    created_at: issue.createdAt,
    ageDays: tenths(ageDays) ?? 0,
    cves: [...issue.cves],
    packages: [...issue.packages],
    fixPullRequest: hasFixPull,
    ...(found === null ? NOTHING : shown(found)),
  };
}

const NOTHING = { estimate: null, reason: 'too_few_issues', basis: null } as const;

function shown({ medianDays, interval50, interval80, basis }: NonNullable<ReturnType<typeof fixEta>>) {
  const { fixPull, horizonDays, ...sample } = basis;
  return {
    estimate: {
      medianDays: tenths(medianDays),
      interval50: inTenths(interval50),
      interval80: inTenths(interval80),
    },
    reason: null,
    basis: { ...sample, fixPullRequest: fixPull, horizonDays: tenths(horizonDays) ?? 0 },
  };
}

function inTenths({ low, high }: RemainingDays): RemainingDays {
  return { low: tenths(low), high: tenths(high) };
}

/** What cannot be told comes after what can; the same estimates go by number. */
export function soonestFirst(a: FixEta, b: FixEta): number {
  return (
    Number(a.estimate === null) - Number(b.estimate === null) ||
    ascending(a.estimate?.medianDays, b.estimate?.medianDays) ||
    ascending(a.estimate?.interval80.low, b.estimate?.interval80.low) ||
    a.number - b.number
  );
}

/** Null is beyond everything. */
function ascending(a: number | null | undefined, b: number | null | undefined): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return a - b;
}
