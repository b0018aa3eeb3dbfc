import { type FixCase, type SeenCase, seenAt } from './fix-case.ts';
import { kaplanMeier } from './kaplan-meier.ts';

/** Issues of one kind: null stands for all. */
export interface Stratum {
  readonly severity: FixCase['severity'] | null;
  /** Whether a pull request that fixes it was there at the age of `fromDays`. */
  readonly fixPull: boolean | null;
  /** Of the issues that were open for so long at least. */
  readonly fromDays: number;
}

/** A curve with what an estimate is made of, from the age `fromDays` on, where it stands at 1. */
export interface FixCurve extends Stratum {
  readonly issues: number;
  readonly fixed: number;
  /** The longest that one of them was watched, in days. */
  readonly horizonDays: number;
  readonly steps: readonly FixStep[];
}

export interface FixStep {
  readonly time: number;
  readonly survival: number;
  readonly atRisk: number;
  /** By then, this step included. */
  readonly fixed: number;
}

/**
 * Ages at which issues are sorted by whether a pull request is there. To sort all by whether one ever came would count the days before it came
 * as days with it: a pull request would seem slower than it is, and its absence faster.
 */
export const LANDMARK_DAYS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365, 730] as const;

/** Fewer issues as old, or fewer fixes after that age, tell nothing. */
export const LEAST_AT_RISK = 20;
export const LEAST_FIXED_AFTER = 10;

/** The curves of every kind of issue of which enough is known at a moment. */
export function fixCurves(cases: readonly FixCase[], at: number): FixCurve[] {
  const seen = cases.flatMap((one) => seenAt(one, at) ?? []).toSorted((a, b) => a.time - b.time);
  const curves: FixCurve[] = [];
  for (const fromDays of LANDMARK_DAYS) {
    const old = seen.filter(({ time }) => time > fromDays);
    const withPull = (one: SeenCase) => one.pullAge !== null && one.pullAge <= fromDays;
    curves.push(...curveOf({ severity: null, fixPull: null, fromDays }, old));
    for (const [fixPull, its] of Map.groupBy(old, withPull)) {
      curves.push(...curveOf({ severity: null, fixPull, fromDays }, its));
      for (const [severity, same] of Map.groupBy(its, (one) => one.severity)) {
        curves.push(...curveOf({ severity, fixPull, fromDays }, same));
      }
    }
  }
  return curves;
}

function curveOf(stratum: Stratum, seen: readonly SeenCase[]): FixCurve[] {
  const { watched, events, horizon, steps } = kaplanMeier(seen);
  if (watched < LEAST_AT_RISK || events < LEAST_FIXED_AFTER) return [];
  const kept: FixStep[] = [];
  let [fixed, before] = [0, 1];
  steps.forEach(({ time, survival, atRisk, events: now }, i) => {
    fixed += now;
    if (survival > before * (1 - FINEST) && i < steps.length - 1) return;
    before = survival;
    kept.push({ time, survival, atRisk, fixed });
  });
  return [{ ...stratum, issues: watched, fixed: events, horizonDays: horizon, steps: kept }];
}

/** Steps smaller than that are put together: no conditional share is off by more. */
const FINEST = 0.01;
