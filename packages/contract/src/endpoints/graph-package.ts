import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { GraphTransitive, GraphVulns } from '../objects/graph.ts';
import { cutIntegerInput, integerInput } from '../objects/number-input.ts';
import { EcosystemInput, PackageInput, VersionInput } from '../objects/package-input.ts';
import { Paging } from '../objects/paging.ts';
import { UnknownReason, Verdict } from '../objects/verdict.ts';
import { EXAMPLE_COVERAGE, EXAMPLE_SHA256 } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;

const about = {
  method: 'GET',
  area: 'graph',
  wildcardParam: 'name',
  params: z.object({ name: PackageInput }),
  cache: FIFTEEN_MINUTES,
  rate: 'general',
} as const;

/** Spec 4.10; members by decision. */
export const getGraphVulns = endpoint({
  ...about,
  id: 'getGraphVulns',
  path: '/graph/package/:name/vulns',
  summary: 'List vulnerabilities that records assert for an exact package name',
  query: z.object({
    ecosystem: EcosystemInput.describe(
      'An OSV ecosystem name, with or without a release. Default: all packages and products of this name.',
    ),
    version: VersionInput.describe('Exclude vulnerabilities that do not affect this version.'),
    ...Paging.shape,
  }),
  data: GraphVulns,
  envelopeFields: Coverage.extend({ unknownReasons: z.array(UnknownReason).optional(), verdict: Verdict }),
  example: {
    package: 'lodash',
    ecosystem: 'npm',
    version: '4.17.20',
    vulnerabilities: [
      {
        id: 'CVE-2021-23337',
        aliases: ['GHSA-35jh-r3h4-6jhm'],
        severity: 'high',
        verdict: 'affected',
        edges: [
          {
            ecosystem: 'npm',
            vendor: null,
            name: 'lodash',
            source: 'osv',
            record: 'GHSA-35jh-r3h4-6jhm',
            sha256: EXAMPLE_SHA256,
            range: 'before 4.17.21',
            fixedIn: ['4.17.21'],
            verdict: 'affected',
          },
        ],
      },
    ],
    truncated: false,
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: { verdict: 'affected', ...EXAMPLE_COVERAGE },
});

/** Spec 4.10; members by decision. */
export const getGraphTransitive = endpoint({
  ...about,
  id: 'getGraphTransitive',
  path: '/graph/package/:name/transitive',
  summary: 'List vulnerabilities in the dependencies of a nixpkgs package',
  query: z.object({
    ecosystem: z.string().min(1).max(100).optional().describe('Only `nixpkgs` is covered.'),
    depth: integerInput({ min: 0, max: 1_000, usual: 1_000 }).describe(
      'Maximum distance from the package; 0 is the package itself.',
    ),
    size: cutIntegerInput({ min: 1, max: 5_000, usual: 2_000 }).describe(
      'Maximum number of packages to examine, nearest first. Larger values mean 5000.',
    ),
    ...Paging.shape,
  }),
  data: GraphTransitive,
  envelopeFields: Coverage.extend({
    verdict: Verdict.describe(
      '`affected` if there is a finding, otherwise `unknown`, because not every input has a name.',
    ),
    verdictReason: z.string(),
  }),
  errors: ['PACKAGE_UNKNOWN'],
  example: {
    package: 'git',
    attribute: 'git',
    snapshot: '131204-0',
    dependencies: { reached: 214, examined: 96, unnamed: 611, depth: 9 },
    findings: [
      {
        id: 'CVE-2024-2398',
        severity: 'high',
        attribute: 'curl',
        version: '8.6.0',
        path: ['git', 'curl'],
        by: 'declared',
        sources: ['nvd'],
        fixedIn: '8.7.0',
        proof: {
          identity: 'cpe:2.3:a:haxx:curl:8.6.0:*:*:*:*:*:*:*',
          records: [{ source: 'nvd', id: 'CVE-2024-2398' }],
        },
      },
    ],
    truncated: false,
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: {
    verdict: 'affected',
    verdictReason: 'A dependency has an affected version.',
    ...EXAMPLE_COVERAGE,
  },
});
