import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { Epss } from './exploitation.ts';
import { Severity } from './severity.ts';
import { SourceId } from './source-id.ts';

const Ranges = z
  .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]))
  .describe('Position of a query word: start and end in UTF-16 code units.');

/** One vulnerability. Records of all sources share a row. */
export const SearchResult = z
  .object({
    id: z.string().describe('The CVE ID, or the ID that its records share.'),
    aliases: z.array(z.string()),
    title: z.string().nullable(),
    snippet: z.string().nullable().describe('An excerpt of the description that contains query words. Plain text.'),
    highlights: z.object({ title: Ranges, snippet: Ranges }),
    severity: Severity.nullable().describe('Null if not rated or withdrawn.'),
    score: z.number().min(0).max(10).nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    published: Timestamp.nullable(),
    modified: Timestamp.nullable(),
    withdrawn: z.boolean().describe('Whether it was rejected or withdrawn.'),
    sources: z.array(SourceId).describe('Sources with a record of it.'),
    match: z.enum(['id', 'nickname', 'words']).describe('Which part of the query matched.'),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchPage = z
  .object({
    results: z.array(SearchResult),
    total: z.int().nonnegative(),
    totalType: z.enum(['exact', 'at_least']),
    page: z.int().positive(),
    pageSize: z.int().positive(),
    nextCursor: z.string().nullable().describe('Cursor for the next page; null on the last page.'),
    truncated: z
      .boolean()
      .describe('The search took too long, so results may be missing. Narrow the search or try again.'),
    corrections: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .describe('Words without results, and the words searched instead.'),
    ignored: z.array(z.string()).describe('Words without results or similar words, which were ignored.'),
    matching: z.enum(['all_words', 'some_words']).describe('`some_words`: no record contains all remaining words.'),
  })
  .meta({ id: 'SearchPage' });
export type SearchPage = z.infer<typeof SearchPage>;
