import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Paged } from './paging.ts';
import { Verdict } from './verdict.ts';

const Count = z.int().nonnegative();
const Points = z.number().min(0).max(100);
const Days = z.number().nonnegative();

/** A part of the score with what it is judged by. */
function part<Shape extends z.ZodRawShape>(id: string, inputs: Shape) {
  return z
    .object({
      weight: Count.describe('In hundredths of the score.'),
      score: Points.nullable().describe('Null: what is needed is not known, and nothing is earned.'),
      atBest: Points.describe('What it can be at most, given what is known.'),
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
      .describe('A record that applies to the version, the data of the collection, or an open issue.'),
    by: z.string().describe('The record, the attribute or the issue that says so.'),
  })
  .meta({ id: 'OpenVulnerability' });

/** How well a package of the collection is looked after. */
export const PackageHealth = z
  .object({
    package: z.string().describe('The attribute.'),
    channel: z.string().describe('The channel that it is judged in: an unstable one, else the newest release.'),
    version: z.string().nullable(),
    score: Points.describe('0 to 100: what is known to be good earns points, what is not known earns none.'),
    scoreAtBest: Points.describe('If all that is not known were as good as it can be. Lists are sorted by it.'),
    known: z.number().min(0).max(1).describe('The share of the weights whose part is known.'),
    verdict: Verdict.describe('As `/vulns` says of the version; `unknown` while a required source is not up to date.'),
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
        knownExploited: Count.describe('Listed by KEV.'),
        likelyExploited: Count.describe('With an EPSS score of 0.1 or more, and not listed by KEV.'),
        undecided: Count.describe('Records that could not be evaluated for the version.'),
        judged: z.boolean().describe('A source knows it by an identity that the collection states.'),
        vulnerabilities: z.array(OpenVulnerability).describe('The worst first, twenty at most.'),
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
        medianDays: Days.nullable().describe('Of its tracked issues, open ones counted as not yet fixed.'),
        watchedDays: Days.describe('The longest that one was watched: a median that is not reached is greater.'),
      }),
      lastUpdate: part('HealthLastUpdate', {
        changedAt: Timestamp.nullable().describe('When its version was last seen to change.'),
        watchedSince: Timestamp.nullable(),
        days: Count.nullable(),
        unchangedDays: Count.nullable().describe('Without a change that was seen.'),
      }),
      maintainers: part('HealthMaintainers', { maintainers: Count.nullable(), named: z.array(z.string()) }),
    }),
  })
  .meta({ id: 'PackageHealth' });
export type PackageHealth = z.infer<typeof PackageHealth>;

/** Package maintenance health scores (spec 4.10; members by decision). */
export const PackageHealthList = Paged.extend({
  packages: z
    .array(PackageHealth)
    .describe('The worst first: by what it is at best, then by its score. Of one name all attributes that go by it.'),
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
      carried: Count.describe(
        'Attributes that a channel carries: those without an issue or an open one are not listed.',
      ),
    })
    .describe('What the list without a name holds: packages of tracked issues, and those with an open vulnerability.'),
  computedAt: Timestamp,
}).meta({ id: 'PackageHealthList' });
export type PackageHealthList = z.infer<typeof PackageHealthList>;
