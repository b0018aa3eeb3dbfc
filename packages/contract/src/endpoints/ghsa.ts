import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { DateRangeInput } from '../objects/date-range-input.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { GhsaAdvisory } from '../objects/ghsa.ts';
import { Paging } from '../objects/paging.ts';
import { SeverityOrUnknown } from '../objects/severity.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

/** Accepts GitHub's and OSV's spelling: `pip` and `PyPI`. A test keeps the list in sync with core. */
const SPELLINGS = [
  'npm',
  'go',
  'Go',
  'maven',
  'Maven',
  'pip',
  'PyPI',
  'rubygems',
  'RubyGems',
  'nuget',
  'NuGet',
  'composer',
  'Packagist',
  'rust',
  'crates.io',
  'actions',
  'GitHub Actions',
  'erlang',
  'Hex',
  'pub',
  'Pub',
  'swift',
  'SwiftURL',
  'other',
] as const;

const Cwes = z
  .string()
  .max(400)
  .regex(/^(?:CWE-)?\d{1,6}(?:,(?:CWE-)?\d{1,6})*$/i, { error: 'expected CWE IDs such as CWE-79,CWE-89 or 79,89' })
  .transform((text) => text.split(',').map((cwe) => Number(cwe.replace(/^CWE-/i, ''))))
  .refine((cwes) => cwes.length <= 50, { error: 'expected at most 50 CWE IDs' })
  .describe('Advisories with any of these CWE IDs: `CWE-79,CWE-89` or `79,89`.')
  .meta({ examples: ['79,89'] });

const Affects = z
  .string()
  .min(1)
  .max(2_000)
  .transform((text) => text.split(','))
  .refine((names) => names.length <= 100, { error: 'expected at most 100 packages' })
  .refine((names) => names.every((name) => name !== '' && name.length <= 512), {
    error: 'expected names such as requests,django@4.2.1',
  })
  .describe('Advisories that affect any of these packages, as `name` or `name@version`, separated by commas.')
  .meta({ examples: ['requests,django@4.2.1'] });

/** Spec 4.10, with a key. The parameters are the filters of GitHub's REST API, by decision. */
export const getGhsa = endpoint({
  id: 'getGhsa',
  method: 'GET',
  path: '/ghsa',
  area: 'packages',
  summary: 'List GitHub advisories, newest first',
  query: z.object({
    ghsa_id: z
      .string()
      .regex(/^GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}$/i, { error: 'expected a GHSA ID' })
      .transform((id) => `GHSA${id.slice(4).toLowerCase()}`)
      .optional(),
    cve_id: CveIdInput.optional(),
    type: z.enum(['all', 'reviewed', 'unreviewed', 'malware']).default('all'),
    severity: SeverityOrUnknown.optional(),
    ecosystem: z.enum(SPELLINGS).optional().describe("GitHub's or OSV's spelling: `pip` or `PyPI`."),
    cwes: Cwes.optional(),
    affects: Affects.optional(),
    published: DateRangeInput.optional().describe('A day, a range or a comparison.'),
    updated: DateRangeInput.optional(),
    modified: DateRangeInput.optional().describe('Published or updated in this period.'),
    is_withdrawn: FlagInput.optional().describe(
      '`true` for only withdrawn advisories, `false` to exclude them. Default: both.',
    ),
    limit: Paging.shape.limit,
    cursor: z.string().max(200).optional().describe('`nextCursor` from the previous page.'),
  }),
  data: z
    .object({
      advisories: z.array(GhsaAdvisory),
      pageSize: z.int().min(1),
      nextCursor: z.string().nullable().describe('Cursor for the next page. It stays valid while records change.'),
    })
    .meta({ id: 'GhsaAdvisories' }),
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  auth: 'bearer',
  example: {
    advisories: [
      {
        ghsaId: 'GHSA-jfh8-c2jp-5v3q',
        cveId: 'CVE-2021-44228',
        type: 'reviewed',
        severity: 'critical',
        cvss: { score: 10, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', version: '3.1' },
        summary: 'Remote code injection in Log4j',
        cwes: ['CWE-502', 'CWE-917'],
        vulnerabilities: [
          {
            ecosystem: 'Maven',
            name: 'org.apache.logging.log4j:log4j-core',
            range: '>= 2.13.0, < 2.15.0',
            firstPatched: '2.15.0',
          },
        ],
        published: '2021-12-10T00:40:56.000Z',
        updated: '2025-05-09T13:13:16.000Z',
        withdrawn: null,
        url: 'https://github.com/advisories/GHSA-jfh8-c2jp-5v3q',
        observedAt: '2026-11-15T08:00:00.000Z',
        sha256: 'a3f1c5e8d2b4976048cdb1e2f3a4958671c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6',
      },
    ],
    pageSize: 50,
    nextCursor: null,
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});
