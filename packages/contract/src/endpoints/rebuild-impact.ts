import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { integerInput } from '../objects/number-input.ts';
import { PackageInput } from '../objects/package-input.ts';
import { Paging } from '../objects/paging.ts';
import { RebuildImpact, RebuildImpacts } from '../objects/rebuild-impact.ts';

const FIFTEEN_MINUTES = 900;
const TIME = '2026-11-15T08:23:00.000Z';

const COVERAGE = {
  coverage: [{ source: 'dependencies' as const, state: 'ok' as const, checkedAt: TIME, changedAt: TIME }],
  asOf: TIME,
};

const about = {
  method: 'GET',
  area: 'tracker',
  envelopeFields: Coverage,
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  exampleEnvelopeFields: COVERAGE,
} as const;

/** Spec 4.10; members by decision. */
export const getRebuildImpacts = endpoint({
  ...about,
  id: 'getRebuildImpacts',
  path: '/rebuild-impact',
  summary: 'List nixpkgs packages by how many rebuilds a change causes',
  query: z.object({
    min: integerInput({ min: 0, max: 10_000_000, usual: 1 }).describe('Minimum number of transitive dependents.'),
    ...Paging.shape,
  }),
  data: RebuildImpacts,
  errors: ['NOT_COMPUTED_YET'],
  example: {
    snapshot: '131204-0',
    system: 'x86_64-linux',
    computedAt: TIME,
    stagingFrom: 500,
    packages: [{ attribute: 'openssl', direct: 2914, transitive: 61_877, staging: true }],
    total: 1,
    page: 1,
    pageSize: 50,
  },
});

/** Spec 4.10; members by decision. */
export const getRebuildImpact = endpoint({
  ...about,
  id: 'getRebuildImpact',
  path: '/rebuild-impact/:name',
  wildcardParam: 'name',
  summary: 'Get the rebuilds that a change to a nixpkgs package causes',
  params: z.object({ name: PackageInput }),
  data: RebuildImpact,
  errors: ['PACKAGE_UNKNOWN'],
  example: {
    package: 'openssl',
    attribute: 'openssl',
    snapshot: '131204-0',
    system: 'x86_64-linux',
    direct: 2914,
    transitive: 61_877,
    deepestChain: ['openssl', 'python313', 'meson', 'systemd'],
    depth: 3,
    bestKnown: [{ attribute: 'python313', direct: 9214, transitive: 58_120 }],
    staging: true,
    stagingFrom: 500,
    reason: null,
  },
});
