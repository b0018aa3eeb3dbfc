import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CoverageState } from './coverage.ts';

const Count = z.int().nonnegative();

const SeverityTally = z
  .object({
    critical: Count,
    high: Count,
    medium: Count,
    low: Count,
    none: Count.describe('Rated with a score of 0.'),
    unknown: Count.describe('Not rated.'),
  })
  .meta({ id: 'SeverityTally' });

const Computed = {
  computedAt: Timestamp.describe('When the figures were computed. They are recomputed after a source changes.'),
};

const Year = z.int().nullable().describe('Year of publication, or of the CVE ID; null if neither is known.');

export const SeverityBreakdown = z
  .object({
    total: Count.describe(
      'Vulnerabilities, counting aliases once. Excludes rejected and withdrawn records and malware.',
    ),
    bySeverity: SeverityTally,
    byYear: z.array(z.object({ year: Year, total: Count, bySeverity: SeverityTally })).describe('Newest first.'),
    byEcosystem: z
      .array(z.object({ ecosystem: z.string(), total: Count, bySeverity: SeverityTally }))
      .describe('Without releases. A vulnerability in several ecosystems counts in each; many are in none.'),
    malware: Count.describe('Malicious package reports, not included in the total.'),
    ...Computed,
  })
  .meta({ id: 'SeverityBreakdown' });
export type SeverityBreakdown = z.infer<typeof SeverityBreakdown>;

const ecosystemCounts = {
  records: Count.describe('OSV and GitHub advisory records, each ID once.'),
  vulnerabilities: Count.describe('Vulnerabilities, counting aliases once, without malware.'),
  packages: Count.describe('Package names with a record, counting all releases of a distribution once.'),
  withdrawn: Count.describe('Withdrawn records.'),
  malware: Count.describe('Malicious package reports.'),
};

export const EcosystemStats = z
  .object({
    ecosystems: z
      .array(
        z.object({
          ecosystem: z.string().describe('The OSV ecosystem name without a release.'),
          ...ecosystemCounts,
          lastChanged: Timestamp.nullable().describe('When a record was last added or changed.'),
          state: CoverageState.describe('The state of OSV. Also `stale` if this part of OSV stopped changing.'),
        }),
      )
      .describe('Most records first.'),
    totals: z
      .object({ ecosystems: Count, ...ecosystemCounts })
      .describe('A vulnerability in several ecosystems counts once.'),
    withoutEcosystem: Count.describe('Records that name only commits, or nothing.'),
    ...Computed,
  })
  .meta({ id: 'EcosystemStats' });
export type EcosystemStats = z.infer<typeof EcosystemStats>;

const fixed = {
  total: Count.describe('Vulnerabilities that name a package or product.'),
  fixed: Count.describe('Vulnerabilities with a known fixed version.'),
  rate: z.number().min(0).max(1).nullable().describe('`fixed` divided by `total`; null if `total` is 0.'),
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
      .describe('Fixes within each ecosystem. Products without an ecosystem count only in `overall`.'),
    byMonth: z
      .array(z.object({ month: z.string().regex(/^\d{4,}-\d{2}$/), ...fixed }))
      .describe('By year of publication, newest first.'),
    tracker: z
      .object({
        total: Count.describe('Tracked issues, open and closed.'),
        fixKnown: Count.describe('Issues for which a source names a fixed version or a pull request is merged.'),
        merged: Count.describe('Issues with a merged pull request that closes them or names their CVE.'),
        channels: z
          .array(z.object({ channel: z.string(), contained: Count, lacking: Count, unknown: Count }))
          .describe('Issues with a merged fix, by whether each channel contains it. `unknown` means not checked.'),
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
    total: Count.describe('Published CVEs, and CVEs that only other sources have.'),
    scores: z.array(z.object({ from: z.int(), to: z.int(), count: Count })).describe('In steps of ten.'),
    missingFields: z
      .record(z.string(), Count)
      .describe('Number of CVEs that lack each field in `quality.missingFields`.'),
    conflicts: z.record(z.string(), Count).describe('Number of CVEs with each conflict code.'),
    byYear: z.array(z.object({ year: Year, ...graded })).describe('Newest first.'),
    byAssigner: z
      .array(z.object({ assigner: z.string().nullable().describe('Null if the CVE list has no record.'), ...graded }))
      .describe('Most CVEs first, at most 1,000.'),
    assignersLeftOut: Count,
    ...Computed,
  })
  .meta({ id: 'DataQuality' });
export type DataQuality = z.infer<typeof DataQuality>;
