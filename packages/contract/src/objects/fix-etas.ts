import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Paged } from './paging.ts';
import { SeverityOrUnknown } from './severity.ts';

const Count = z.int().nonnegative();
const Days = z.number().nonnegative();

const RemainingDays = z
  .object({ low: Days.nullable(), high: Days.nullable() })
  .describe('From now on; a null lies beyond everything that was watched.')
  .meta({ id: 'RemainingDays' });

const FixEstimate = z
  .object({
    medianDays: Days.nullable().describe('As likely earlier as later; null: later than anything that was watched.'),
    interval50: RemainingDays,
    interval80: RemainingDays,
  })
  .meta({ id: 'FixEstimate' });

const FixEstimateBasis = z
  .object({
    severity: SeverityOrUnknown.nullable().describe('Of the issues that it is estimated from; null: all.'),
    fixPullRequest: z.boolean().nullable().describe('Whether these had one at the age of `fromDays`; null: all.'),
    fromDays: Days.describe('These were open for so long at least.'),
    pooled: z
      .enum(['none', 'severities', 'all'])
      .describe('`severities`, `all`: too few were of its own kind, so that others count, too.'),
    issues: Count,
    fixed: Count,
    atRisk: Count.describe('Of these, still open at the age of this issue.'),
    fixedAfter: Count.describe('Of these, fixed at a greater age.'),
    horizonDays: Days.describe('The longest that one of these was watched.'),
  })
  .describe('What the estimate is made of.')
  .meta({ id: 'FixEstimateBasis' });

/** When an open issue may be fixed. */
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
    fixPullRequest: z.boolean().describe('A pull request that fixes it is open or merged.'),
    estimate: FixEstimate.nullable(),
    reason: z
      .enum(['too_few_issues'])
      .nullable()
      .describe('Why there is no estimate: too few issues as old were watched, or too few of these fixed.'),
    basis: FixEstimateBasis.nullable(),
  })
  .meta({ id: 'FixEta' });
export type FixEta = z.infer<typeof FixEta>;

const IntervalTest = z
  .object({
    due: Count.describe('Intervals whose end has passed; the others cannot be judged without favour.'),
    held: Count,
    fixedEarlier: Count,
    notFixedInTime: Count,
    undecided: Count.describe('Closed without a fix before the interval ended.'),
    notDue: Count.describe('Intervals that end later than now, or never.'),
    share: z.number().min(0).max(1).nullable().describe('Held, of those decided; null: fewer than 20 are.'),
  })
  .meta({ id: 'IntervalTest' });

const BackTest = z
  .object({
    cuts: z.array(Timestamp).describe('Moments at which estimates were made from what was known then alone.'),
    estimates: Count.describe('One for each issue that was open at a cut; an issue may be open at several.'),
    withoutEstimate: Count.describe('Open at a cut, with too little known then.'),
    interval50: IntervalTest,
    interval80: IntervalTest,
  })
  .describe('How often intervals held that would have been given in the past.')
  .meta({ id: 'BackTest' });

/** Fix ETA predictions (spec 4.10; members by decision). */
export const FixEtas = Paged.extend({
  etas: z
    .array(FixEta)
    .describe('The soonest median first; then what has none, by where its interval begins; then what has no estimate.'),
  backTest: BackTest,
  rules: z.object({
    leastAtRisk: Count.describe('With fewer issues as old there is no estimate.'),
    leastFixedAfter: Count.describe('Nor with fewer that were fixed at a greater age.'),
    fromDays: z.array(Days).describe('Ages from which on issues are compared.'),
  }),
  computedAt: Timestamp.describe('When the curves and the back-test were computed; ages are of the answer.'),
}).meta({ id: 'FixEtas' });
export type FixEtas = z.infer<typeof FixEtas>;
