import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { CweIdInput } from '../objects/cwe-id-input.ts';
import { GraphAffected, GraphRelated, GraphStats, WeaknessCves } from '../objects/graph.ts';
import { cutIntegerInput } from '../objects/number-input.ts';
import { Paging } from '../objects/paging.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;
const TIME = '2026-11-15T08:23:00.000Z';

const about = {
  method: 'GET',
  area: 'graph',
  envelopeFields: Coverage,
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
} as const;

const size = (usual: number, most: number) =>
  cutIntegerInput({ min: 1, max: most, usual }).describe(`Page size. Larger values mean ${most}.`);

/** Spec 4.10; members by decision. */
export const getGraphStats = endpoint({
  ...about,
  id: 'getGraphStats',
  path: '/graph/stats',
  summary: 'Count graph nodes and edges',
  data: GraphStats,
  errors: ['NOT_COMPUTED_YET'],
  example: {
    snapshot: 'r812-d131204-0',
    nodes: { cve: 342_011, package: 512_304, weakness: 709, advisory: 611_902 },
    packagesByEcosystem: [
      { ecosystem: 'npm', count: 241_006 },
      { ecosystem: null, count: 120_411 },
    ],
    edges: { affects: 4_210_554, aliases: 402_118, 'has-weakness': 388_117, 'depends-on': 1_498_221 },
    computedAt: TIME,
  },
});

const PACKAGE = { ecosystem: 'npm', vendor: null, name: 'lodash' };

/** Spec 4.10; members by decision. */
export const getGraphAffected = endpoint({
  ...about,
  id: 'getGraphAffected',
  path: '/graph/cve/:id/affected',
  summary: 'List packages that a CVE affects',
  params: z.object({ id: CveIdInput }),
  query: z.object({ limit: size(200, 1_000) }),
  data: GraphAffected,
  errors: ['CVE_INVALID_ID', 'CVE_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  example: {
    id: 'CVE-2021-23337',
    packages: [
      {
        ...PACKAGE,
        purl: 'pkg:npm/lodash',
        range: 'before 4.17.21',
        fixedIn: ['4.17.21'],
        source: 'osv',
        records: ['GHSA-35jh-r3h4-6jhm'],
      },
    ],
    collection: [
      {
        attribute: 'nodePackages.lodash',
        channel: 'nixos-unstable',
        version: '4.17.21',
        verdict: 'not_affected',
        confidence: null,
        reason: 'Checked against every record of the package (OSV); none applies.',
        dependents: { direct: 3, transitive: 41 },
      },
    ],
    total: 1,
    truncated: false,
  },
});

/** Spec 4.10; members by decision. */
export const getGraphRelated = endpoint({
  ...about,
  id: 'getGraphRelated',
  path: '/graph/cve/:id/related',
  summary: 'List CVEs that share packages or weaknesses with a CVE',
  params: z.object({ id: CveIdInput }),
  query: z.object({
    by: z.enum(['all', 'packages', 'weaknesses']).default('all').describe('What the CVEs have in common.'),
    limit: size(20, 100),
  }),
  data: GraphRelated,
  errors: ['CVE_INVALID_ID', 'CVE_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  example: {
    id: 'CVE-2021-23337',
    packages: [PACKAGE],
    weaknesses: ['CWE-94'],
    related: [
      {
        id: 'CVE-2020-8203',
        title: 'Prototype Pollution in lodash',
        severity: 'high',
        score: 0.387,
        shared: { packages: [PACKAGE], weaknesses: [] },
      },
    ],
    truncated: false,
  },
});

/** Spec 4.10; members by decision. */
export const getWeaknessCves = endpoint({
  ...about,
  id: 'getWeaknessCves',
  path: '/graph/cwe/:id/cves',
  summary: 'List CVEs by weakness',
  params: z.object({ id: CweIdInput }),
  query: z.object({
    sort: z
      .enum(['date', 'severity', 'id'])
      .default('date')
      .describe('`date`: newest first. `severity`: most severe first.'),
    ...Paging.shape,
  }),
  data: WeaknessCves,
  errors: ['CWE_INVALID_ID', 'CWE_UNKNOWN'],
  example: {
    id: 'CWE-94',
    cves: [
      {
        id: 'CVE-2021-23337',
        title: 'Command Injection in lodash',
        severity: 'high',
        published: '2021-02-15T13:15:12.560Z',
        sources: ['nvd', 'osv'],
      },
    ],
    total: 1,
    page: 1,
    pageSize: 50,
  },
});
