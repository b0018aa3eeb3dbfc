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

/** Full-text search (spec 4.10; parameters and members by decision). */
export const getSearch = endpoint({
  id: 'getSearch',
  method: 'GET',
  path: '/search',
  area: 'cve',
  summary: 'Vulnerabilities by words, names and ids',
  query: z.object({
    q: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe(
        'Words, all of which must be there; `"a phrase"`; `-word` for what must not be there; `or` between alternatives. ' +
          'An id in any case comes first. Needed unless a filter is given.',
      ),
    severity: z
      .enum([...SeverityOrUnknown.options, 'all'])
      .optional()
      .describe('What it is rated, as the list shows it; `unknown`: no rating.'),
    cwe: z
      .string()
      .regex(/^(?:[Cc][Ww][Ee]-)?\d{1,6}$/, { error: 'expected a weakness such as CWE-79 or 79' })
      .optional(),
    vendor: Name.optional().describe('Its name or the first words of it, in any case.'),
    product: Name.optional().describe('The name of a product or package, or the first words of it, in any case.'),
    ecosystem: Name.max(60).optional().describe('As OSV spells it, in any case, without a release: `npm`, `Debian`.'),
    kev: FlagInput.optional().describe('Whether it is known to be exploited.'),
    epssMin: decimalInput({ min: 0, max: 1 }).optional().describe('The lowest EPSS score.'),
    publishedAfter: DateInput.optional().describe('On or after this date or instant.'),
    publishedBefore: DateInput.optional().describe('On or before this date or instant.'),
    sort: z.enum(['relevance', 'date', 'severity']).default('relevance'),
    ...Paging.shape,
    cursor: z.string().max(400).optional().describe('`nextCursor` of the page before, in the place of `page`.'),
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
