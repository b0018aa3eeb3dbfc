import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();
const Points = z.number().min(0).max(100);
const Days = z.number().nonnegative();

function part<Shape extends z.ZodRawShape>(id: string, inputs: Shape) {
  return z
    .object({
      weight: Count.describe('Weight in hundredths of the score.'),
      score: Points.nullable().describe('Null if the required data is unknown; then no points are earned.'),
      atBest: Points.describe('The best possible score, given what is known.'),
      inputs: z.object(inputs),
    })
    .meta({ id });
}

const severity = z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown']);

const OpenVulnerability = z
  .object({
    id: z.string(),
    severity,
    epss: z.number().min(0).max(1).nullable(),
    kev: z.boolean(),
    basis: z
      .enum(['record', 'collection', 'tracker'])
      .describe('A record that applies to the version, nixpkgs data, or an open issue.'),
    by: z.string().describe('The record, attribute or issue.'),
  })
  .meta({ id: 'OpenVulnerability' });

export const PackageHealth = z
  .object({
    package: z.string().describe('The nixpkgs attribute.'),
    channel: z.string().describe('The channel evaluated: an unstable channel, otherwise the newest release.'),
    version: z.string().nullable(),
    score: Points.describe('0 to 100. Unknown data earns no points.'),
    scoreAtBest: Points.describe('The score if all unknown data were as good as possible. Lists are sorted by it.'),
    known: z.number().min(0).max(1).describe('The share of weights whose part is known.'),
    verdict: Verdict.describe(
      'The verdict of `/vulns` for the version; `unknown` while a required source is out of date.',
    ),
    components: z.object({
      vulnerabilities: part('HealthVulnerabilities', {
        open: z.object({
          critical: Count,
          high: Count,
          medium: Count,
          low: Count,
          none: Count,
          unknown: Count,
        }),
        knownExploited: Count.describe('In the KEV catalogue.'),
        likelyExploited: Count.describe('With an EPSS score of 0.1 or more, and not listed by KEV.'),
        undecided: Count.describe('Records that could not be evaluated for the version.'),
        judged: z.boolean().describe('Whether a source knows the package by an identity declared in nixpkgs.'),
        vulnerabilities: z.array(OpenVulnerability).describe('Worst first, at most twenty.'),
      }),
      versionBehind: part('HealthVersionBehind', {
        version: z.string().nullable(),
        newest: z.string().nullable(),
        newestBy: z.enum(['repology', 'channel', 'record']).nullable(),
        behind: z.enum(['none', 'patch', 'minor', 'major']).nullable(),
      }),
      timeToFix: part('HealthTimeToFix', {
        issues: Count,
        fixed: Count,
        medianDays: Days.nullable().describe('Median over tracked issues. Open issues count as not yet fixed.'),
        watchedDays: Days.describe('The longest observation. A median not reached is greater.'),
      }),
      lastUpdate: part('HealthLastUpdate', {
        changedAt: Timestamp.nullable().describe('When the version last changed.'),
        watchedSince: Timestamp.nullable(),
        days: Count.nullable(),
        unchangedDays: Count.nullable().describe('Days without an observed change.'),
      }),
      maintainers: part('HealthMaintainers', { maintainers: Count.nullable(), named: z.array(z.string()) }),
    }),
  })
  .meta({ id: 'PackageHealth' });
export type PackageHealth = z.infer<typeof PackageHealth>;

/** Spec 4.10; members by decision. */
export const PackageHealthList = Paged.extend({
  packages: z
    .array(PackageHealth)
    .describe('Ordered by `scoreAtBest`, then `score`, lowest first. For a name: all attributes that use it.'),
  weights: z
    .object({
      vulnerabilities: Count,
      versionBehind: Count,
      timeToFix: Count,
      lastUpdate: Count,
      maintainers: Count,
    })
    .describe('In hundredths.'),
  listed: z
    .object({
      packages: Count,
      fullyKnown: Count.describe('With no part unknown.'),
      carried: Count.describe('Attributes in a channel. Those without an issue or open vulnerability are not listed.'),
    })
    .describe('The contents of the list without a name: packages with tracked issues or an open vulnerability.'),
  computedAt: Timestamp,
}).meta({ id: 'PackageHealthList' });
export type PackageHealthList = z.infer<typeof PackageHealthList>;
