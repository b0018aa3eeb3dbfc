import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { DateInput } from '../objects/date-input.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { decimalInput } from '../objects/number-input.ts';
import { Paging } from '../objects/paging.ts';
import { SearchPage } from '../objects/search.ts';
import { SeverityOrUnknown } from '../objects/severity.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;

const Name = z.string().min(1).max(200);

/** Spec 4.10; parameters and members by decision. */
export const getSearch = endpoint({
  id: 'getSearch',
  method: 'GET',
  path: '/search',
  area: 'cve',
  summary: 'Search vulnerabilities by words, names and IDs',
  query: z.object({
    q: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'All words must match. Use `"a phrase"`, `-word` to exclude, and `or` between alternatives. An exact ID ranks first, in any case. Required unless a filter is given.',
      ),
    severity: z
      .enum([...SeverityOrUnknown.options, 'all'])
      .optional()
      .describe('The severity shown in the list; `unknown` means not rated.'),
    cwe: z
      .string()
      .regex(/^(?:[Cc][Ww][Ee]-)?\d{1,6}$/, { error: 'expected a CWE ID such as CWE-79 or 79' })
      .optional(),
    vendor: Name.optional().describe('A vendor name or its first words, in any case.'),
    product: Name.optional().describe('A product or package name or its first words, in any case.'),
    ecosystem: Name.max(60)
      .optional()
      .describe('An OSV ecosystem name without a release, in any case: `npm`, `Debian`.'),
    kev: FlagInput.optional().describe('Filter by known exploitation.'),
    epssMin: decimalInput({ min: 0, max: 1 }).optional().describe('Minimum EPSS score.'),
    publishedAfter: DateInput.optional().describe('On or after this date or instant.'),
    publishedBefore: DateInput.optional().describe('On or before this date or instant.'),
    sort: z.enum(['relevance', 'date', 'severity']).default('relevance'),
    ...Paging.shape,
    cursor: z.string().max(400).optional().describe('`nextCursor` from the previous page. Replaces `page`.'),
  }),
  data: SearchPage,
  envelopeFields: Coverage,
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    results: [
      {
        id: 'CVE-2024-3094',
        aliases: ['GHSA-rxwq-x6h5-x525'],
        title: 'Xz: malicious code in distributed source',
        snippet: 'Malicious code was discovered in the upstream tarballs of xz, starting with version 5.6.0.',
        highlights: { title: [[0, 2]], snippet: [[62, 64]] },
        severity: 'critical',
        score: 10,
        epss: { epss: 0.85, percentile: 0.99 },
        kev: false,
        published: '2024-03-29T16:51:12.588Z',
        modified: '2025-02-06T08:24:40.000Z',
        withdrawn: false,
        sources: ['cve_list_v5', 'osv'],
        match: 'words',
      },
    ],
    total: 1,
    totalType: 'exact',
    page: 1,
    pageSize: 50,
    nextCursor: null,
    truncated: false,
    corrections: [],
    ignored: [],
    matching: 'all_words',
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});
