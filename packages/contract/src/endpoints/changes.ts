import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { cutIntegerInput, integerInput } from '../objects/number-input.ts';
import { RecordChange } from '../objects/record-change.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';
import { LIST_BOUNDS } from './my-packages.ts';

export const MOST_WAIT_SECONDS = 25;

/** Webhooks accept the same filters. */
export const Followed = z.object({
  after: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The cursor from an earlier response, or `start` for the first change. Default: from now on.'),
  packages: z
    .string()
    .max(LIST_BOUNDS.addressCharacters)
    .optional()
    .describe(
      `Up to ${LIST_BOUNDS.address} nixpkgs package names and package URLs, separated by commas. Versions matter only with \`verdicts\`.`,
    )
    .meta({ examples: ['curl,pkg:npm/lodash'] }),
  verdicts: FlagInput.optional().describe(
    'Return only changes that affect a verdict for `packages`, in the versions given or those in channels.',
  ),
  ecosystems: z.string().max(1_000).optional().describe('OSV ecosystem names, in any case, separated by commas.'),
  severity: z
    .string()
    .max(100)
    .optional()
    .describe('One or more of critical, high, medium, low, none and unknown, separated by commas.')
    .meta({ examples: ['critical,high'] }),
  exploited: FlagInput.optional().describe('Filter by known exploitation.'),
});

export const getChanges = endpoint({
  id: 'getChanges',
  method: 'GET',
  path: '/changes',
  area: 'feeds',
  summary: 'List changes to vulnerability records since a cursor',
  query: Followed.extend({
    limit: cutIntegerInput({ min: 1, max: 500, usual: 100 }),
    wait: integerInput({ min: 0, max: MOST_WAIT_SECONDS, usual: 0 }).describe(
      'Seconds to wait if there is no change yet.',
    ),
  }),
  data: z
    .object({
      changes: z
        .array(RecordChange)
        .describe('In storage order. No change ever appears before a cursor already returned.'),
      cursor: z
        .string()
        .describe(
          'Cursor for the next request. It is past every change examined, including those that the filters exclude.',
        ),
      more: z.boolean().describe('There are more changes. Request them immediately.'),
    })
    .meta({ id: 'Changes' }),
  envelopeFields: Coverage,
  cache: 0,
  rate: 'general',
  errors: ['CURSOR_GONE'],
  example: {
    changes: [
      {
        cursor: 'MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA',
        observedAt: '2026-11-15T08:20:00.000Z',
        source: 'osv',
        record: 'GHSA-xxxx-xxxx-xxxx',
        kind: 'changed',
        changed: ['affected'],
        summary: ['affected versions changed: added npm/example fixed in 1.4.2'],
        vulnerabilities: [{ id: 'CVE-2026-12345', severity: 'high', exploited: false, withdrawn: false }],
        packages: [{ ecosystem: 'npm', vendor: null, name: 'example' }],
        packagesComplete: true,
        before: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        after: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
      },
    ],
    cursor: 'MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA',
    more: false,
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});

export const getChangeStream = endpoint({
  id: 'getChangeStream',
  method: 'GET',
  path: '/changes/stream',
  area: 'feeds',
  summary: 'Stream changes as server-sent events',
  query: Followed,
  data: z.string(),
  unwrapped: true,
  media: 'text/event-stream; charset=utf-8',
  cache: 0,
  rate: 'general',
  errors: ['CURSOR_GONE'],
  example: 'id: MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA\nevent: change\ndata: {"kind":"changed",…}\n\n',
});
