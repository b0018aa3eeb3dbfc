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

/** Asserted vulnerabilities of a package (spec 4.10; members by decision). */
export const getGraphVulns = endpoint({
  ...about,
  id: 'getGraphVulns',
  path: '/graph/package/:name/vulns',
  summary: 'Vulnerabilities that records assert of exactly this package: no names are varied, nothing is guessed',
  query: z.object({
    ecosystem: EcosystemInput.describe(
      'As OSV spells it, with or without a release. Without it: everything of this name, products too.',
    ),
    version: VersionInput.describe('Those that surely do not apply to it are left out.'),
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

/** Vulnerabilities by way of dependencies (spec 4.10; members by decision). */
export const getGraphTransitive = endpoint({
  ...about,
  id: 'getGraphTransitive',
  path: '/graph/package/:name/transitive',
  summary: 'Vulnerabilities of all that a package of the collection is built from, each with the shortest path to it',
  query: z.object({
    ecosystem: z.string().min(1).max(100).optional().describe('Anything but `nixpkgs` is not covered.'),
    depth: integerInput({ min: 0, max: 1_000, usual: 1_000 }).describe('Edges from the package; 0: itself alone.'),
    size: cutIntegerInput({ min: 1, max: 5_000, usual: 2_000 }).describe(
      'Packages that are looked at, the nearest first. At most 5000; more is cut.',
    ),
    ...Paging.shape,
  }),
  data: GraphTransitive,
  envelopeFields: Coverage.extend({
    verdict: Verdict.describe('`affected` where a finding is there, otherwise `unknown`: not every input has a name.'),
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
    verdictReason: 'A version of something that it is built from is affected.',
    ...EXAMPLE_COVERAGE,
  },
});
