import type { FixCurve, Stratum } from './fix-strata.ts';

/** A curve as it is kept: a row for each step, in the order of its members, with as many digits as matter. */
export interface KeptCurve extends Stratum {
  readonly issues: number;
  readonly fixed: number;
  readonly horizonDays: number;
  readonly steps: readonly (readonly [time: number, survival: number, atRisk: number, fixed: number])[];
}

export function keepCurve({ steps, horizonDays, ...curve }: FixCurve): KeptCurve {
  return {
    ...curve,
    horizonDays: rounded(horizonDays, 2),
    steps: steps.map(({ time, survival, atRisk, fixed }) => [rounded(time, 2), rounded(survival, 5), atRisk, fixed]),
  };
}

export function readCurve({ steps, ...curve }: KeptCurve): FixCurve {
  return {
    ...curve,
    steps: steps.map(([time, survival, atRisk, fixed]) => ({ time, survival, atRisk, fixed })),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
