import type { FixCase } from './fix-case.ts';
import { type FixCurve, type FixStep, LANDMARK_DAYS, LEAST_AT_RISK, LEAST_FIXED_AFTER } from './fix-strata.ts';
import { stepAt } from './kaplan-meier.ts';

export interface OpenIssue {
  readonly severity: FixCase['severity'];
  readonly hasFixPull: boolean;
  readonly ageDays: number;
}

/** From now on, in days; a null end lies beyond everything that was watched. */
export interface RemainingDays {
  readonly low: number | null;
  readonly high: number | null;
}

export interface FixEta {
  readonly medianDays: number | null;
  readonly interval50: RemainingDays;
  readonly interval80: RemainingDays;
  readonly basis: FixEtaBasis;
}

/** What an estimate is made of. */
export interface FixEtaBasis {
  readonly severity: FixCase['severity'] | null;
  readonly fixPull: boolean | null;
  readonly fromDays: number;
  /** How far it had to reach out for enough issues. */
  readonly pooled: 'none' | 'severities' | 'all';
  readonly issues: number;
  readonly fixed: number;
  /** Of these, open at the age of the issue, and fixed later. */
  readonly atRisk: number;
  readonly fixedAfter: number;
  readonly horizonDays: number;
}

const LEVELS = ['none', 'severities', 'all'] as const;

/**
 * How much longer an issue will be open, given how old it is: S(age + u) / S(age) of the smallest kind of issues of which enough is known. Null
 * where not even all of them together tell enough.
 */
export function fixEta(curves: readonly FixCurve[], issue: OpenIssue): FixEta | null {
  const fromDays = LANDMARK_DAYS.findLast((days) => days <= issue.ageDays) ?? 0;
  for (const pooled of LEVELS) {
    const curve = curves.find(
      (one) =>
        one.fromDays === fromDays &&
        one.severity === (pooled === 'none' ? issue.severity : null) &&
        one.fixPull === (pooled === 'all' ? null : issue.hasFixPull),
    );
    if (curve === undefined) continue;
    const { steps, severity, fixPull, issues, fixed, horizonDays } = curve;
    const now = stepAt(steps, issue.ageDays);
    const atRisk = steps[now + 1]?.atRisk ?? 0;
    const fixedAfter = fixed - (steps[now]?.fixed ?? 0);
    if (atRisk < LEAST_AT_RISK || fixedAfter < LEAST_FIXED_AFTER) continue;
    const left = (share: number) => remaining(steps, now, issue.ageDays, share);
    return {
      medianDays: left(0.5),
      interval50: { low: left(0.75), high: left(0.25) },
      interval80: { low: left(0.9), high: left(0.1) },
      basis: { severity, fixPull, fromDays, pooled, issues, fixed, atRisk, fixedAfter, horizonDays },
    };
  }
  return null;
}

/** When no more than this share of what is open at an age will be open still. */
export function remaining(
  steps: readonly Pick<FixStep, 'time' | 'survival'>[],
  now: number,
  age: number,
  share: number,
): number | null {
  const wanted = (steps[now]?.survival ?? 1) * share + ROUNDING;
  for (let i = now + 1; i < steps.length; i += 1) {
    const step = steps[i];
    if (step !== undefined && step.survival <= wanted) return step.time - age;
  }
  return null;
}

/** Products of fractions miss a half by the last digit. */
const ROUNDING = 1e-12;
