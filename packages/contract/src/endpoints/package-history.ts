import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { PackageHistory } from '../objects/package-history.ts';
import { PackageInput } from '../objects/package-input.ts';
import { Paging } from '../objects/paging.ts';
import { Verdict } from '../objects/verdict.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;

/** When vulnerabilities of a package became known, and when fixes did (spec 4.10). */
export const getPackageHistory = endpoint({
  id: 'getPackageHistory',
  method: 'GET',
  path: '/package/:name/history',
  wildcardParam: 'name',
  area: 'packages',
  summary: 'Vulnerabilities of a package over time: when known, when fixed, how many open at the end of each month',
  params: z.object({ name: PackageInput }),
  query: z.object({
    ecosystem: z
      .string()
      .min(1)
      .max(100)
      .transform((ecosystem) => (ecosystem === 'all' ? undefined : ecosystem))
      .optional()
      .describe('As OSV spells it, with or without a release. Without it: everything of this name, products too.'),
    ...Paging.shape,
  }),
  data: PackageHistory,
  envelopeFields: Coverage.extend({ verdict: Verdict.describe('Always `unknown`: no version was asked about.') }),
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    package: 'lodash',
    ecosystem: 'npm',
    vulnerabilities: [
      {
        id: 'CVE-2021-23337',
        severity: 'high',
        packages: [{ ecosystem: 'npm', vendor: null, name: 'lodash' }],
        records: [{ source: 'osv', id: 'GHSA-35jh-r3h4-6jhm' }],
        known: '2021-02-15T13:15:12.560Z',
        observedAt: '2026-11-01T00:00:00.000Z',
        fixed: { at: '2021-05-06T16:05:51.000Z', basis: 'published', versions: ['4.17.21'] },
        collection: [],
      },
    ],
    months: [{ month: '2021-02', known: 1, fixed: 0, open: 1 }],
    truncated: false,
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: { verdict: 'unknown', ...EXAMPLE_COVERAGE },
});
