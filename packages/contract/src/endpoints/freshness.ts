import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { DateInput } from '../objects/date-input.ts';
import { FreshnessStatement } from '../objects/freshness.ts';
import { cutIntegerInput } from '../objects/number-input.ts';

const FIVE_MINUTES = 300;

/** How old every upstream was, hour by hour, as it was said and signed then. */
export const getFreshness = endpoint({
  id: 'getFreshness',
  method: 'GET',
  path: '/sources/freshness',
  area: 'meta',
  summary: 'The hourly, signed statement of how old every source is, and those of the past',
  query: z.object({
    before: DateInput.optional().describe('Statements made before this instant; without it the newest.'),
    limit: cutIntegerInput({ min: 1, max: 48, usual: 1 }).describe('How many, at most 48.'),
  }),
  data: z
    .object({
      statements: z.array(FreshnessStatement).describe('The newest first. Empty until the worker has made one.'),
      next: Timestamp.nullable().describe('`before` of the next page; null: there is none.'),
    })
    .meta({ id: 'FreshnessStatements' }),
  cache: 60,
  rate: 'general',
  example: {
    statements: [
      {
        at: '2026-11-15T08:03:00.000Z',
        sources: [
          {
            source: 'kev',
            state: 'ok',
            ageSeconds: 180,
            checkedAt: '2026-11-15T08:00:00.000Z',
            changedAt: '2026-11-14T17:00:00.000Z',
            records: 1703,
            canaries: [{ key: 'CVE-2021-44228', outcome: 'ok' }],
            compared: { at: '2026-11-15T08:00:00.000Z', missing: 0, extra: 0, ids: [] },
            warnings: [],
          },
        ],
        changes: [{ source: 'kev', sentence: 'was unreachable and is ok' }],
        note: 'almanac-freshness/1\n{"at":"2026-11-15T08:03:00.000Z","sources":[…]}\n\n— almanac.example.org/log …\n',
      },
    ],
    next: '2026-11-15T08:03:00.000Z',
  },
});

/** The hours in which something changed, as Atom 1.0 (RFC 4287). */
export const getFreshnessFeed = endpoint({
  id: 'getFreshnessFeed',
  method: 'GET',
  path: '/feed/freshness',
  area: 'feeds',
  summary: 'Sources that went late, failed, recovered or got a warning, as Atom 1.0',
  data: z.string(),
  unwrapped: true,
  media: 'application/atom+xml; charset=utf-8',
  cache: FIVE_MINUTES,
  rate: 'general',
  example: '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
});
