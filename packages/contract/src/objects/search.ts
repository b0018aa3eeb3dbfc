import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Epss } from './exploitation.ts';
import { Severity } from './severity.ts';
import { SourceId } from './source-id.ts';

const Ranges = z
  .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]))
  .describe('Where a word of the query occurs: start and end in UTF-16 code units.');

/** One vulnerability that was found: the records of all sources that speak of it are one row. */
export const SearchResult = z
  .object({
    id: z.string().describe('Its CVE id; where it has none, the id that its records share.'),
    aliases: z.array(z.string()),
    title: z.string().nullable(),
    snippet: z.string().nullable().describe('A piece of the description that holds words of the query. Plain text.'),
    highlights: z.object({ title: Ranges, snippet: Ranges }),
    severity: Severity.nullable().describe('Null where no source rates it, and of what was withdrawn.'),
    score: z.number().min(0).max(10).nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    published: Timestamp.nullable(),
    modified: Timestamp.nullable(),
    withdrawn: z.boolean().describe('Rejected or withdrawn: no longer a vulnerability.'),
    sources: z.array(SourceId).describe('The sources that have a record of it.'),
    match: z.enum(['id', 'nickname', 'words']).describe('What of the query led to it.'),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof SearchResult>;

/** One page of what was found. */
export const SearchPage = z
  .object({
    results: z.array(SearchResult),
    total: z.int().nonnegative(),
    totalType: z.enum(['exact', 'at_least']),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    nextCursor: z.string().nullable().describe('Goes on behind the last row; null at the end.'),
    truncated: z.boolean().describe('Looking took too long: there may be more. Narrow the search, or ask again.'),
    corrections: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Words that no record holds, and what was looked for in their place.'),
    ignored: z.array(z.string()).describe('Words that no record holds and nothing is like: looked for without them.'),
    matching: z.enum(['all_words', 'some_words']).describe('`some_words`: no record holds all that are left.'),
  })
  .meta({ id: 'SearchPage' });
export type SearchPage = z.infer<typeof SearchPage>;
