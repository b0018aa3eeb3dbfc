import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { PackageHistory } from '../objects/package-history.ts';
import { PackageInput } from '../objects/package-input.ts';
import { Paging } from '../objects/paging.ts';
import { Verdict } from '../objects/verdict.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;

/** Spec 4.10. */
export const getPackageHistory = endpoint({
  id: 'getPackageHistory',
  method: 'GET',
  path: '/package/:name/history',
  wildcardParam: 'name',
  area: 'packages',
  summary: "List a package's vulnerabilities over time",
  params: z.object({ name: PackageInput }),
  query: z.object({
    ecosystem: z
      .string()
      .min(1)
      .max(100)
      .transform((ecosystem) => (ecosystem === 'all' ? undefined : ecosystem))
      .optional()
      .describe('An OSV ecosystem name, with or without a release. Default: all packages and products of this name.'),
    ...Paging.shape,
  }),
  data: PackageHistory,
  envelopeFields: Coverage.extend({ verdict: Verdict.describe('Always `unknown`, because the query has no version.') }),
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
