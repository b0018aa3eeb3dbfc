import { getSearch, SeverityOrUnknown } from '@almanac/contract';
import * as z from 'zod';
import { cautions, coverageOf, covered, nameSome, silent } from '../brief.ts';
import { Prose, plain, prose } from '../prose.ts';
import { tool } from '../tool.ts';

const Text = z.string().nullable();
const Name = z.string().min(1).max(200);

const Input = z.object({
  query: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('All words must match. Use "a phrase", -word to exclude, or. Required unless a filter is given.'),
  severity: z.enum(SeverityOrUnknown.options).optional(),
  cwe: z.string().max(20).optional().describe('Such as CWE-79.'),
  vendor: Name.optional(),
  product: Name.optional(),
  ecosystem: z.string().min(1).max(60).optional().describe('An OSV ecosystem name: npm, PyPI, Debian.'),
  kev: z.boolean().optional().describe('Known to be exploited.'),
  epss_min: z.number().min(0).max(1).optional(),
  published_after: z.string().max(40).optional().describe('A date or an instant.'),
  published_before: z.string().max(40).optional(),
  sort: z.enum(['relevance', 'date', 'severity']).optional(),
  limit: z.int().min(1).max(50).default(10),
  cursor: z.string().max(100).optional().describe('`nextCursor` from the previous response.'),
});

export const searchCves = tool({
  name: 'search_cves',
  title: 'Search vulnerabilities',
  description:
    'Search vulnerabilities by words, names, IDs and filters, in the records of all sources. To check whether a package is affected, use check_purls or check_package: a search proves nothing.',
  input: Input,
  brief: z.object({
    total: z.int().nonnegative(),
    totalType: z.enum(['exact', 'at_least']),
    matching: z.enum(['all_words', 'some_words']).describe('`some_words`: no record contains all of them.'),
    ignored: z.array(z.string()).describe('Words without results, which were ignored.'),
    corrections: z.array(z.object({ from: z.string(), to: z.string() })),
    nextCursor: Text,
    results: z.array(
      z.object({
        id: z.string(),
        aliases: z.array(z.string()),
        title: Prose.nullable(),
        snippet: Prose.nullable(),
        severity: z.enum(SeverityOrUnknown.options),
        score: z.number().nullable(),
        epss: z.number().nullable(),
        kev: z.boolean(),
        published: Text,
        withdrawn: z.boolean().describe('Rejected or withdrawn.'),
        sources: z.array(z.string()),
      }),
    ),
    ...covered,
  }),
  maxItems: 50,
  ask: (call, given, options) =>
    call(
      getSearch,
      {
        query: {
          ...chosen('q', given.query),
          ...chosen('severity', given.severity),
          ...chosen('cwe', given.cwe),
          ...chosen('vendor', given.vendor),
          ...chosen('product', given.product),
          ...chosen('ecosystem', given.ecosystem),
          ...chosen('kev', given.kev === undefined ? undefined : given.kev ? ('true' as const) : ('false' as const)),
          ...chosen('epssMin', given.epss_min),
          ...chosen('publishedAfter', given.published_after),
          ...chosen('publishedBefore', given.published_before),
          ...chosen('sort', given.sort),
          ...chosen('cursor', given.cursor),
          limit: given.limit,
        },
      },
      options,
    ),
  shorten(answer, _, cut) {
    const { data } = answer;
    const results = cut.first(data.results).map((row) => ({
      id: plain(row.id),
      aliases: row.aliases.slice(0, 3).map((alias) => plain(alias, 60)),
      title: prose(row.title, row.sources.join(', '), 160),
      snippet: prose(row.snippet, row.sources.join(', '), 240),
      severity: row.severity ?? ('unknown' as const),
      score: row.score,
      epss: row.epss?.epss ?? null,
      kev: row.kev,
      published: row.published,
      withdrawn: row.withdrawn,
      sources: row.sources.slice(0, 6),
    }));
    return {
      total: data.total,
      totalType: data.totalType,
      matching: data.matching,
      ignored: data.ignored.slice(0, 10).map((word) => plain(word, 60)),
      corrections: data.corrections.slice(0, 10).map(({ from, to }) => ({ from: plain(from, 60), to: plain(to, 60) })),
      nextCursor: data.nextCursor,
      results,
      ...coverageOf(answer),
      caution: cautions(
        data.results.length === 0 ? 'No results does not mean no vulnerabilities.' : null,
        silent(answer),
      ),
      // Later pages are not withheld: `nextCursor` leads to them.
      withheld: cut.withheld('Repeat with a smaller limit and then nextCursor, or with detail: "full".'),
    };
  },
  summarise: ({ total, totalType, results }) =>
    `${totalType === 'exact' ? '' : 'at least '}${total} found${
      total === 0
        ? ''
        : `: ${nameSome(
            results.map(({ id, severity }) => `${id} (${severity})`),
            total,
          )}`
    }.`,
});

function chosen<N extends string, V>(name: N, value: V | undefined): Partial<Record<N, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<N, V>);
}
