import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { Severity } from '../objects/severity.ts';

const FIVE_MINUTES = 300;

const FeedQuery = z.object({
  severity: Severity.optional().describe('Severity according to any source.'),
  ecosystem: z.string().min(1).max(60).optional().describe('An OSV ecosystem name without a release, in any case.'),
  package: z.string().min(1).max(200).optional().describe('A package or product name, in any case.'),
  kev: FlagInput.optional().describe('Filter by known exploitation.'),
  malware: FlagInput.optional().describe('Include malicious package reports, which are excluded by default.'),
});

/** Spec 4.10; content by decision. */
export const getRssFeed = endpoint({
  id: 'getRssFeed',
  method: 'GET',
  path: '/feed/rss',
  area: 'feeds',
  summary: 'Get recent vulnerabilities as RSS 2.0',
  query: FeedQuery,
  data: z.string(),
  unwrapped: true,
  media: 'application/rss+xml; charset=utf-8',
  cache: FIVE_MINUTES,
  rate: 'general',
  example: '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>…</channel></rss>',
});

/** RFC 4287. */
export const getAtomFeed = endpoint({
  id: 'getAtomFeed',
  method: 'GET',
  path: '/feed/atom',
  area: 'feeds',
  summary: 'Get recent vulnerabilities as Atom 1.0',
  query: FeedQuery,
  data: z.string(),
  unwrapped: true,
  media: 'application/atom+xml; charset=utf-8',
  cache: FIVE_MINUTES,
  rate: 'general',
  example: '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
});
