/** How long something was watched, and whether it happened then; where it did not, nothing is known of later (right censoring). */
export interface Watched {
  readonly time: number;
  readonly happened: boolean;
}

/** The curve falls at each time at which something happened. */
export interface CurveStep {
  readonly time: number;
  /** Watched for so long at least. */
  readonly atRisk: number;
  readonly events: number;
  /** The share to which it has not happened by then, this time included. */
  readonly survival: number;
  /** Of `survival`, by Greenwood's formula. */
  readonly variance: number;
}

export interface Curve {
  readonly watched: number;
  readonly events: number;
  /** The longest that anything was watched: nothing is known beyond. */
  readonly horizon: number;
  readonly steps: readonly CurveStep[];
}

/**
 * The product-limit estimate of Kaplan and Meier (1958). Where something happens and something else is lost from sight at the same
 * time, it happens first, as is the custom.
 */
export function kaplanMeier(given: readonly Watched[]): Curve {
  const sorted = given.toSorted((a, b) => a.time - b.time);
  const steps: CurveStep[] = [];
  let [survival, hazards, all] = [1, 0, 0];
  for (let from = 0; from < sorted.length; ) {
    const time = sorted[from]?.time ?? 0;
    let [to, events] = [from, 0];
    while (to < sorted.length && sorted[to]?.time === time) {
      if (sorted[to]?.happened === true) events += 1;
      to += 1;
    }
    if (events > 0) {
      const atRisk = sorted.length - from;
      survival *= 1 - events / atRisk;
      hazards += events === atRisk ? 0 : events / (atRisk * (atRisk - events));
      all += events;
      steps.push({ time, atRisk, events, survival, variance: survival * survival * hazards });
    }
    from = to;
  }
  return { watched: sorted.length, events: all, horizon: sorted.at(-1)?.time ?? 0, steps };
}

/** The last step up to a time; -1 before the first. */
export function stepAt(steps: readonly { readonly time: number }[], time: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.time ?? Number.POSITIVE_INFINITY) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
