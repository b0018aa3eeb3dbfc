import * as z from 'zod';
import { Timestamp } from '../envelope.ts';

const Count = z.int().nonnegative();
const Days = z.number().nonnegative();

const Percentile = z
  .object({
    days: Days.nullable().describe('Null if not reached within the observed period.'),
    low: Days.nullable().describe('Lower bound of the 95 % confidence interval.'),
    high: Days.nullable().describe('Upper bound; null if not reached within the observed period.'),
  })
  .meta({ id: 'FixPercentile' });

export const FixBenchmark = z
  .object({
    issues: Count,
    fixed: Count.describe('Closed with a fix.'),
    open: Count.describe('Still open. Each counts as not fixed for as long as it has been open.'),
    closedOtherwise: Count.describe('Closed without a fix. Each counts as not fixed until then.'),
    p50: Percentile.nullable(),
    p75: Percentile.nullable(),
    p90: Percentile.nullable(),
    reason: z.enum(['too_few_fixed']).nullable().describe('Why there are no percentiles.'),
  })
  .meta({ id: 'FixBenchmark' });
export type FixBenchmark = z.infer<typeof FixBenchmark>;

/** Spec 4.10; members by decision. */
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
      .array(
        FixBenchmark.extend({
          quarter: z.string().describe('The quarter in which the issues were opened: `2026-Q3`.'),
        }),
      )
      .describe('Newest first.'),
    leastFixed: Count.describe('With fewer fixes there are no percentiles.'),
    observedUntil: Timestamp.describe('When the tracker was last read.'),
    computedAt: Timestamp,
  })
  .meta({ id: 'TimeToFix' });
export type TimeToFix = z.infer<typeof TimeToFix>;
