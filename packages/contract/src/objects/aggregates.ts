import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CoverageState } from './coverage.ts';

const Count = z.int().nonnegative();

/** A number for each severity, all of them present. */
const SeverityTally = z
  .object({
    critical: Count,
    high: Count,
    medium: Count,
    low: Count,
    none: Count.describe('Rated with a score of 0.'),
    unknown: Count.describe('Rated by nobody.'),
  })
  .meta({ id: 'SeverityTally' });

const Computed = {
  computedAt: Timestamp.describe('When the figures were counted. They are counted again after a source has changed.'),
};

const Year = z.int().nullable().describe('Of publication, else of the CVE id; null: neither is known.');

export const SeverityBreakdown = z
  .object({
    total: Count.describe(
      'Vulnerabilities, ids that are aliases of each other once. Rejected and withdrawn ones and malware are left out.',
    ),
    bySeverity: SeverityTally,
    byYear: z.array(z.object({ year: Year, total: Count, bySeverity: SeverityTally })).describe('Newest first.'),
    byEcosystem: z
      .array(z.object({ ecosystem: z.string(), total: Count, bySeverity: SeverityTally }))
      .describe('Without releases. One that is in several ecosystems counts in each; many are in none.'),
    malware: Count.describe('Reports of malicious packages, which are no part of the total.'),
    ...Computed,
  })
  .meta({ id: 'SeverityBreakdown' });
export type SeverityBreakdown = z.infer<typeof SeverityBreakdown>;

const ecosystemCounts = {
  records: Count.describe('Records of OSV and of the advisory database, each id once.'),
  vulnerabilities: Count.describe('Those that count, aliases once, without malware.'),
  packages: Count.describe('Names that have a record, all releases of a distribution together.'),
  withdrawn: Count.describe('Records that were taken back.'),
  malware: Count.describe('Reports of malicious packages.'),
};

export const EcosystemStats = z
  .object({
    ecosystems: z
      .array(
        z.object({
          ecosystem: z.string().describe('Without its release, as OSV spells it.'),
          ...ecosystemCounts,
          lastChanged: Timestamp.nullable().describe('When a record of it last came or changed.'),
          state: CoverageState.describe(
            'The state of OSV, which reads it; `stale` too where this part of OSV has stopped changing.',
          ),
        }),
      )
      .describe('Most records first.'),
    totals: z.object({ ecosystems: Count, ...ecosystemCounts }).describe('What is in several ecosystems counts once.'),
    withoutEcosystem: Count.describe('Records that name commits or nothing.'),
    ...Computed,
  })
  .meta({ id: 'EcosystemStats' });
export type EcosystemStats = z.infer<typeof EcosystemStats>;

const fixed = {
  total: Count.describe('Vulnerabilities that name a package or product.'),
  fixed: Count.describe('Those of them of which a version without it is named.'),
  rate: z.number().min(0).max(1).nullable().describe('The one divided by the other; null of none.'),
};
const FixedOf = z.object(fixed).meta({ id: 'FixedOf' });

export const FixRate = z
  .object({
    overall: FixedOf,
    bySeverity: z.object({
      critical: FixedOf,
      high: FixedOf,
      medium: FixedOf,
      low: FixedOf,
      none: FixedOf,
      unknown: FixedOf,
    }),
    byEcosystem: z
      .array(z.object({ ecosystem: z.string(), ...fixed }))
      .describe('Of each ecosystem the fixes in it. Products without an ecosystem count in `overall` only.'),
    byMonth: z
      .array(z.object({ month: z.string().regex(/^\d{4,}-\d{2}$/), ...fixed }))
      .describe('Of publication, newest first.'),
    tracker: z
      .object({
        total: Count.describe('Tracked issues, open and closed.'),
        fixKnown: Count.describe(
          'Of them, a source names a version without the vulnerability, or a pull request is merged.',
        ),
        merged: Count.describe('A pull request that closes it or names its CVE is merged.'),
        channels: z
          .array(z.object({ channel: z.string(), contained: Count, lacking: Count, unknown: Count }))
          .describe('Of the issues with a merged fix, how many each channel contains, lacks, or was not asked about.'),
      })
      .nullable(),
    trackerReason: z.string().nullable().describe('Why `tracker` is null.'),
    ...Computed,
  })
  .meta({ id: 'FixRate' });
export type FixRate = z.infer<typeof FixRate>;

const graded = {
  total: Count,
  averageScore: z.number().min(0).max(100).nullable(),
  grades: z.object({ A: Count, B: Count, C: Count, D: Count, F: Count }),
};

export const DataQuality = z
  .object({
    ...graded,
    total: Count.describe('CVEs with a record that counts: published ones, and those that only other sources have.'),
    scores: z.array(z.object({ from: z.int(), to: z.int(), count: Count })).describe('In tens.'),
    missingFields: z.record(z.string(), Count).describe('How many lack each field of `quality.missingFields`.'),
    conflicts: z.record(z.string(), Count).describe('How many have a conflict of each code.'),
    byYear: z.array(z.object({ year: Year, ...graded })).describe('Newest first.'),
    byAssigner: z
      .array(z.object({ assigner: z.string().nullable().describe('Null: the CVE list has no record.'), ...graded }))
      .describe('Most CVEs first, up to a thousand.'),
    assignersLeftOut: Count,
    ...Computed,
  })
  .meta({ id: 'DataQuality' });
export type DataQuality = z.infer<typeof DataQuality>;
