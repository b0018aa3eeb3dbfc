import * as z from 'zod';
import { Timestamp } from '../envelope.ts';

const Count = z.int().nonnegative();
const Days = z.number().nonnegative();

const Percentile = z
  .object({
    days: Days.nullable().describe('Null: so many are not fixed within what was watched.'),
    low: Days.nullable().describe('Of the 95 % confidence interval.'),
    high: Days.nullable().describe('Null: it has no upper end within what was watched.'),
  })
  .meta({ id: 'FixPercentile' });

/** How long fixes took, and of how many that is known. */
export const FixBenchmark = z
  .object({
    issues: Count,
    fixed: Count.describe('Closed with a fix.'),
    open: Count.describe('Still open: each counts as not fixed for as long as it has been open.'),
    closedOtherwise: Count.describe('Closed without a fix: each counts as not fixed up to then.'),
    p50: Percentile.nullable(),
    p75: Percentile.nullable(),
    p90: Percentile.nullable(),
    reason: z.enum(['too_few_fixed']).nullable().describe('Why there are no percentiles.'),
  })
  .meta({ id: 'FixBenchmark' });
export type FixBenchmark = z.infer<typeof FixBenchmark>;

/** Time-to-fix benchmarks of the tracker (spec 4.10; members by decision). */
export const TimeToFix = z
  .object({
    overall: FixBenchmark,
    bySeverity: z.object({
      critical: FixBenchmark,
      high: FixBenchmark,
      medium: FixBenchmark,
      low: FixBenchmark,
      unknown: FixBenchmark,
    }),
    byQuarter: z
      .array(FixBenchmark.extend({ quarter: z.string().describe('In which the issues were opened: `2026-Q3`.') }))
      .describe('The latest first.'),
    leastFixed: Count.describe('With fewer fixes there are no percentiles.'),
    observedUntil: Timestamp.describe('Open issues count as open until then: when the tracker was last read.'),
    computedAt: Timestamp,
  })
  .meta({ id: 'TimeToFix' });
export type TimeToFix = z.infer<typeof TimeToFix>;
