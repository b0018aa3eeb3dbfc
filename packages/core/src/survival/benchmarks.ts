import { type FixCase, type SeenCase, seenAt } from './fix-case.ts';
import { kaplanMeier } from './kaplan-meier.ts';
import { type Quantile, quantile } from './quantiles.ts';

/** With fewer fixes than that nothing is estimated: a percentile of a handful is chance. */
export const LEAST_FIXED = 10;

/** How long fixes took, and of how many that is known. Null percentiles were not reached, or not enough is known: `reason` says which. */
export interface FixBenchmark {
  readonly issues: number;
  readonly fixed: number;
  /** Still open: they count for as long as they have been. */
  readonly open: number;
  /** Closed without a fix: they count up to then. */
  readonly closedOtherwise: number;
  readonly p50: Percentile | null;
  readonly p75: Percentile | null;
  readonly p90: Percentile | null;
  readonly reason: 'too_few_fixed' | null;
}

/** Days, with the 95 % confidence interval; null: not within what was watched. */
export interface Percentile {
  readonly days: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface TimeToFix {
  readonly overall: FixBenchmark;
  readonly bySeverity: Readonly<Record<FixCase['severity'], FixBenchmark>>;
  /** By the quarter in which an issue was opened, the latest first. */
  readonly byQuarter: readonly ({ readonly quarter: string } & FixBenchmark)[];
}

/** How long fixes took, as known at a moment. */
export function timeToFix(cases: readonly FixCase[], at: number): TimeToFix {
  const seen = cases.flatMap((one) => {
    const known = seenAt(one, at);
    return known === null ? [] : [{ known, quarter: quarterOf(one.openedAt) }];
  });
  const of = (severity: FixCase['severity']) =>
    fixBenchmark(seen.flatMap(({ known }) => (known.severity === severity ? [known] : [])));
  const quarters = Map.groupBy(seen, ({ quarter }) => quarter);
  return {
    overall: fixBenchmark(seen.map(({ known }) => known)),
    bySeverity: {
      critical: of('critical'),
      high: of('high'),
      medium: of('medium'),
      low: of('low'),
      unknown: of('unknown'),
    },
    byQuarter: [...quarters]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([quarter, its]) => Object.assign({ quarter }, fixBenchmark(its.map(({ known }) => known)))),
  };
}

export function fixBenchmark(seen: readonly SeenCase[], least = LEAST_FIXED): FixBenchmark {
  const fixed = seen.filter(({ happened }) => happened).length;
  const open = seen.filter((one) => one.open).length;
  const counts = { issues: seen.length, fixed, open, closedOtherwise: seen.length - fixed - open };
  if (fixed < least) return { ...counts, p50: null, p75: null, p90: null, reason: 'too_few_fixed' };
  const curve = kaplanMeier(seen);
  const [p50, p75, p90] = [0.5, 0.75, 0.9].map((share) => inDays(quantile(curve, share)));
  return { ...counts, p50: p50 ?? null, p75: p75 ?? null, p90: p90 ?? null, reason: null };
}

function inDays({ time, low, high }: Quantile): Percentile {
  return { days: tenths(time), low: tenths(low), high: tenths(high) };
}

/** No issue's end is known to the minute. */
export function tenths(days: number | null): number | null {
  return days === null ? null : Math.round(days * 10) / 10;
}

function quarterOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}
