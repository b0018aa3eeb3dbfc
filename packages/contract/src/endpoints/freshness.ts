import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { DateInput } from '../objects/date-input.ts';
import { FreshnessStatement } from '../objects/freshness.ts';
import { cutIntegerInput } from '../objects/number-input.ts';

const FIVE_MINUTES = 300;

export const getFreshness = endpoint({
  id: 'getFreshness',
  method: 'GET',
  path: '/sources/freshness',
  area: 'meta',
  summary: 'List signed hourly statements of source freshness',
  query: z.object({
    before: DateInput.optional().describe('Return statements before this instant. Default: the newest.'),
    limit: cutIntegerInput({ min: 1, max: 48, usual: 1 }).describe('Maximum number of statements, up to 48.'),
  }),
  data: z
    .object({
      statements: z
        .array(FreshnessStatement)
        .describe('Newest first. Empty until the worker has published a statement.'),
      next: Timestamp.nullable().describe('Value of `before` for the next page; null on the last page.'),
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

export const getFreshnessFeed = endpoint({
  id: 'getFreshnessFeed',
  method: 'GET',
  path: '/feed/freshness',
  area: 'feeds',
  summary: 'Get source status changes as Atom 1.0',
  data: z.string(),
  unwrapped: true,
  media: 'application/atom+xml; charset=utf-8',
  cache: FIVE_MINUTES,
  rate: 'general',
  example: '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
});
