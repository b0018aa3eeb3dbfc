import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { PackageHealthList } from '../objects/package-health.ts';
import { PackageInput } from '../objects/package-input.ts';
import { Paging } from '../objects/paging.ts';
import { Verdict } from '../objects/verdict.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

/** Spec 4.10; members by decision. */
export const getPackageHealth = endpoint({
  id: 'getPackageHealth',
  method: 'GET',
  path: '/package-health',
  area: 'packages',
  summary: 'List maintenance scores of nixpkgs packages, lowest first',
  query: z.object({
    package: PackageInput.optional().describe('A nixpkgs attribute, or a name that attributes use.'),
    ...Paging.shape,
  }),
  data: PackageHealthList,
  envelopeFields: Coverage.extend({
    verdict: Verdict.optional().describe(
      'The worst verdict among the attributes of this name, if one package was requested.',
    ),
    verdictReason: z.string().optional(),
  }),
  cache: 900,
  rate: 'general',
  errors: ['NOT_COMPUTED_YET'],
  example: {
    packages: [
      {
        package: 'xz',
        channel: 'nixos-unstable',
        version: '5.6.1',
        score: 55,
        scoreAtBest: 70,
        known: 0.85,
        verdict: 'affected',
        components: {
          vulnerabilities: {
            weight: 40,
            score: 40,
            atBest: 40,
            inputs: {
              open: { critical: 1, high: 0, medium: 0, low: 0, none: 0, unknown: 0 },
              knownExploited: 0,
              likelyExploited: 1,
              undecided: 0,
              judged: true,
              vulnerabilities: [
                {
                  id: 'CVE-2024-3094',
                  severity: 'critical',
                  epss: 0.85,
                  kev: false,
                  basis: 'record',
                  by: 'nvd/CVE-2024-3094',
                },
              ],
            },
          },
          versionBehind: {
            weight: 20,
            score: 80,
            atBest: 80,
            inputs: { version: '5.6.1', newest: '5.6.4', newestBy: 'repology', behind: 'patch' },
          },
          timeToFix: {
            weight: 15,
            score: null,
            atBest: 100,
            inputs: { issues: 1, fixed: 0, medianDays: null, watchedDays: 12.4 },
          },
          lastUpdate: {
            weight: 15,
            score: 100,
            atBest: 100,
            inputs: {
              changedAt: '2026-10-20T06:00:00.000Z',
              watchedSince: '2026-01-10T00:00:00.000Z',
              days: 26,
              unchangedDays: 26,
            },
          },
          maintainers: { weight: 10, score: 60, atBest: 60, inputs: { maintainers: 1, named: ['maintainer'] } },
        },
      },
    ],
    weights: { vulnerabilities: 40, versionBehind: 20, timeToFix: 15, lastUpdate: 15, maintainers: 10 },
    listed: { packages: 4213, fullyKnown: 87, carried: 131_072 },
    computedAt: '2026-11-15T08:12:00.000Z',
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: {
    verdict: 'affected',
    verdictReason: 'xz 5.6.1 has CVE-2024-3094.',
    ...EXAMPLE_COVERAGE,
  },
});
