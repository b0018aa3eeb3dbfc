import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Paged } from './paging.ts';
import { SeverityOrUnknown } from './severity.ts';

const Count = z.int().nonnegative();
const Days = z.number().nonnegative();

const RemainingDays = z
  .object({ low: Days.nullable(), high: Days.nullable() })
  .describe('From now. Null if later than the observed period.')
  .meta({ id: 'RemainingDays' });

const FixEstimate = z
  .object({
    medianDays: Days.nullable().describe('The median; null if later than the observed period.'),
    interval50: RemainingDays,
    interval80: RemainingDays,
  })
  .meta({ id: 'FixEstimate' });

const FixEstimateBasis = z
  .object({
    severity: SeverityOrUnknown.nullable().describe('Severity of the issues used for the estimate; null for all.'),
    fixPullRequest: z
      .boolean()
      .nullable()
      .describe('Whether those issues had a fix pull request at the age `fromDays`; null for all.'),
    fromDays: Days.describe('Minimum age of those issues.'),
    pooled: z
      .enum(['none', 'severities', 'all'])
      .describe('`severities`, `all`: too few similar issues, so others were included.'),
    issues: Count,
    fixed: Count,
    atRisk: Count.describe('Issues still open at the age of this issue.'),
    fixedAfter: Count.describe('Issues fixed at a greater age.'),
    horizonDays: Days.describe('The longest observation among these issues.'),
  })
  .describe('The basis of the estimate.')
  .meta({ id: 'FixEstimateBasis' });

export const FixEta = z
  .object({
    number: z.int().positive(),
    title: z.string(),
    url: z.url(),
    severity: SeverityOrUnknown,
    created_at: Timestamp,
    ageDays: Days.describe('From `created_at` to `timestamp`.'),
    cves: z.array(CveId),
    packages: z.array(z.string()),
    fixPullRequest: z.boolean().describe('Whether a fix pull request is open or merged.'),
    estimate: FixEstimate.nullable(),
    reason: z
      .enum(['too_few_issues'])
      .nullable()
      .describe('Why there is no estimate: too few comparable issues, or too few of them fixed.'),
    basis: FixEstimateBasis.nullable(),
  })
  .meta({ id: 'FixEta' });
export type FixEta = z.infer<typeof FixEta>;

const IntervalTest = z
  .object({
    due: Count.describe('Intervals that have ended. Others cannot be judged without bias.'),
    held: Count,
    fixedEarlier: Count,
    notFixedInTime: Count,
    undecided: Count.describe('Closed without a fix before the interval ended.'),
    notDue: Count.describe('Intervals that end in the future or never.'),
    share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The share of decided intervals that were correct; null for fewer than 20.'),
  })
  .meta({ id: 'IntervalTest' });

const BackTest = z
  .object({
    cuts: z.array(Timestamp).describe('Moments at which estimates were made from the data available then.'),
    estimates: Count.describe('One for each issue open at a cut. An issue may be open at several cuts.'),
    withoutEstimate: Count.describe('Open at a cut, with too little data for an estimate.'),
    interval50: IntervalTest,
    interval80: IntervalTest,
  })
  .describe('How often past intervals would have been correct.')
  .meta({ id: 'BackTest' });

/** Spec 4.10; members by decision. */
export const FixEtas = Paged.extend({
  etas: z
    .array(FixEta)
    .describe('Ordered by median, soonest first; then by the start of the interval; then those without an estimate.'),
  backTest: BackTest,
  rules: z.object({
    leastAtRisk: Count.describe('With fewer issues as old there is no estimate.'),
    leastFixedAfter: Count.describe('Minimum number of issues fixed at a greater age.'),
    fromDays: z.array(Days).describe('Ages from which issues are compared.'),
  }),
  computedAt: Timestamp.describe('When the curves and the back-test were computed. Ages are relative to the response.'),
}).meta({ id: 'FixEtas' });
export type FixEtas = z.infer<typeof FixEtas>;
