import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { Coverage } from '../objects/coverage.ts';
import { cutIntegerInput } from '../objects/number-input.ts';
import { OsvDetails, Redated } from '../objects/osv-details.ts';
import { OsvIdInput } from '../objects/osv-id-input.ts';
import { OsvQueryResult } from '../objects/osv-query.ts';
import { EcosystemInput, PackageInput, VersionInput } from '../objects/package-input.ts';
import { Sha256 } from '../objects/sha256.ts';
import { UnknownReason, Verdict } from '../objects/verdict.ts';
import { exampleCoverage } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;
const HOUR = 3_600;

/** Maximum page size. Few packages have more vulnerabilities. */
const LARGEST_PAGE = 1_000;

const TIME = '2026-11-15T08:23:00.000Z';
const EXAMPLE_COVERAGE = exampleCoverage('osv');

/** Spec 2.3 and 4.3. */
export const getOsv = endpoint({
  id: 'getOsv',
  method: 'GET',
  path: '/osv/:package',
  wildcardParam: 'package',
  area: 'packages',
  summary: 'List OSV vulnerabilities for a package',
  params: z.object({ package: PackageInput }),
  query: z.object({
    ecosystem: EcosystemInput.describe(
      'A case-sensitive OSV ecosystem name: `npm`, `PyPI`, `Debian:12`. A distribution without a release means all releases. Default: all ecosystems.',
    ),
    version: VersionInput.describe(
      'Return only vulnerabilities that affect this version. Without a version, a package with records has the verdict `unknown`.',
    ),
    limit: cutIntegerInput({ min: 1, max: LARGEST_PAGE, usual: LARGEST_PAGE }).describe(
      'Page size. Larger values mean 1,000.',
    ),
    cursor: z.string().max(1_000).optional().describe('`nextCursor` from the previous page.'),
  }),
  data: OsvQueryResult,
  envelopeFields: Coverage.extend({ unknownReasons: z.array(UnknownReason).optional(), verdict: Verdict }),
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    package: 'lodash',
    ecosystem: 'npm',
    version: '4.17.20',
    vulnerabilities: [
      {
        id: 'GHSA-35jh-r3h4-6jhm',
        modified: '2025-08-12T21:44:44.000Z',
        summary: 'Command Injection in lodash',
        severity: 'high',
      },
    ],
    truncated: false,
    total: 1,
    totalType: 'exact',
    nextCursor: null,
  },
  exampleEnvelopeFields: { verdict: 'affected', unknownReasons: [], ...EXAMPLE_COVERAGE },
});

/** Spec 2.4 and 4.4. */
export const getOsvDetails = endpoint({
  id: 'getOsvDetails',
  method: 'GET',
  path: '/osv-details/:id',
  area: 'packages',
  summary: 'Get an OSV record, including withdrawn records',
  params: z.object({ id: OsvIdInput }),
  data: OsvDetails,
  envelopeFields: Coverage.extend({
    integrity: z
      .object({
        sources: z.object({ osv: Sha256 }).describe('SHA-256 of the bytes that OSV sent.'),
        fetchedAt: Timestamp.describe('When these bytes were first seen.'),
      })
      .describe('URL of the raw bytes: `GET /evidence/:sha256`.'),
    redated: Redated.optional(),
  }),
  cache: HOUR,
  rate: 'general',
  errors: ['OSV_INVALID_ID', 'OSV_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  example: {
    id: 'GHSA-35jh-r3h4-6jhm',
    modified: '2025-08-12T21:44:44Z',
    published: '2021-05-06T16:05:51Z',
    summary: 'Command Injection in lodash',
    details: 'Versions of lodash prior to 4.17.21 are vulnerable to Command Injection via the template function.',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'lodash' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
      },
    ],
    references: [
      { type: 'WEB', url: 'https://github.com/lodash/lodash/commit/3469357cff396a26c363f8c1b5a91dde28ba4b1c' },
    ],
    database_specific: { cwe_ids: ['CWE-77', 'CWE-94'], severity: 'HIGH', github_reviewed: true },
  },
  exampleEnvelopeFields: {
    ...EXAMPLE_COVERAGE,
    integrity: {
      sources: { osv: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      fetchedAt: TIME,
    },
  },
});
