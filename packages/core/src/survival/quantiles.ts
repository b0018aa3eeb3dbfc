import type { Curve, CurveStep } from './kaplan-meier.ts';

/** Of 95 %, two-sided. */
const NORMAL_975 = 1.959963984540054;
/** Products of fractions miss a half by the last digit. */
const ROUNDING = 1e-12;

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95 % confidence interval of the curve at a step, made on the scale of log(-log), so that it never leaves 0 to 1. Null where the curve
 * has come to 0: nothing is left to estimate its error from.
 */
export function confidenceAt({ survival, variance }: CurveStep): Bounds | null {
  if (survival <= 0 || survival >= 1) return null;
  const log = Math.log(survival);
  const spread = (NORMAL_975 * Math.sqrt(variance)) / (survival * Math.abs(log));
  return { low: survival ** Math.exp(spread), high: survival ** Math.exp(-spread) };
}

/** When a share of all has happened; a null is "not within what was watched". */
export interface Quantile {
  readonly time: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The first time by which this share has happened, with the 95 % interval of Brookmeyer and Crowley (1982) on the same scale. */
export function quantile({ steps }: Curve, share: number): Quantile {
  const left = 1 - share + ROUNDING;
  const first = (falls: (step: CurveStep) => boolean) => steps.find(falls)?.time ?? null;
  return {
    time: first(({ survival }) => survival <= left),
    low: first((step) => (confidenceAt(step)?.low ?? step.survival) <= left),
    high: first((step) => (confidenceAt(step)?.high ?? Number.POSITIVE_INFINITY) <= left),
  };
}
