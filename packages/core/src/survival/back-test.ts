import { type FixCase, seenAt } from './fix-case.ts';
import { fixEta, type RemainingDays } from './fix-eta.ts';
import { fixCurves } from './fix-strata.ts';

const DAY = 86_400_000;

/** How often intervals held that would have been given in the past. */
export interface BackTest {
  /** The moments at which estimates were made from what was known then, the first one first. */
  readonly cuts: readonly string[];
  /** Estimates made, one for each issue that was open at a cut; an issue may be open at several. */
  readonly estimates: number;
  /** Open at a cut, with too little known then for an estimate. */
  readonly withoutEstimate: number;
  readonly interval50: IntervalTest;
  readonly interval80: IntervalTest;
}

export interface IntervalTest {
  /** Intervals whose end has passed: only they can be judged without taking sides for what was fixed early. */
  readonly due: number;
  readonly held: number;
  readonly fixedEarlier: number;
  readonly notFixedInTime: number;
  /** Closed without a fix before the interval ended: neither held nor missed. */
  readonly undecided: number;
  /** Intervals that end later than now, or never. */
  readonly notDue: number;
  /** Held, of what is decided; null: too few are. */
  readonly share: number | null;
}

/** A cut each quarter of a year, the last half a year ago, so that intervals have had time to end. */
const CUT_DAYS = [720, 630, 540, 450, 360, 270, 180] as const;
/** A share of fewer is chance. */
export const LEAST_DECIDED = 20;

/** Rolling origin: at each cut curves are made from what was known then alone, and held against what came later. */
export function backTest(cases: readonly FixCase[], at: number): BackTest {
  const cuts = CUT_DAYS.map((days) => at - days * DAY);
  const tests = { interval50: tally(), interval80: tally() };
  let [estimates, withoutEstimate] = [0, 0];
  for (const cut of cuts) {
    const curves = fixCurves(cases, cut);
    for (const one of cases) {
      const then = seenAt(one, cut);
      if (then === null || !then.open) continue;
      const eta = fixEta(curves, { severity: one.severity, hasFixPull: then.pullAge !== null, ageDays: then.time });
      if (eta === null) {
        withoutEstimate += 1;
        continue;
      }
      estimates += 1;
      const later = seenAt(one, at);
      const outcome = { days: (later?.time ?? then.time) - then.time, fixed: later?.happened ?? false };
      for (const name of ['interval50', 'interval80'] as const) {
        tests[name][judged(eta[name], outcome, (at - cut) / DAY)] += 1;
      }
    }
  }
  return {
    cuts: cuts.map((cut) => new Date(cut).toISOString()),
    estimates,
    withoutEstimate,
    interval50: settled(tests.interval50),
    interval80: settled(tests.interval80),
  };
}

type Tally = ReturnType<typeof tally>;

function tally() {
  return { held: 0, fixedEarlier: 0, notFixedInTime: 0, undecided: 0, notDue: 0 };
}

function judged(
  { low, high }: RemainingDays,
  outcome: { readonly days: number; readonly fixed: boolean },
  followedDays: number,
): keyof Tally {
  if (low === null || high === null || high > followedDays) return 'notDue';
  if (outcome.days > high) return 'notFixedInTime';
  if (!outcome.fixed) return 'undecided';
  return outcome.days < low ? 'fixedEarlier' : 'held';
}

function settled(counts: Tally): IntervalTest {
  const { held, fixedEarlier, notFixedInTime, undecided, notDue } = counts;
  const decided = held + fixedEarlier + notFixedInTime;
  return {
    due: decided + undecided,
    held,
    fixedEarlier,
    notFixedInTime,
    undecided,
    notDue,
    share: decided < LEAST_DECIDED ? null : Math.round((held / decided) * 1e3) / 1e3,
  };
}
