import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { cutIntegerInput, integerInput } from '../objects/number-input.ts';
import { RecordChange } from '../objects/record-change.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';
import { LIST_BOUNDS } from './my-packages.ts';

/** Seconds that a request for changes may wait for one. */
export const MOST_WAIT_SECONDS = 25;

/** Where to begin, and which changes pass. Webhooks take the same. */
export const Followed = z.object({
  after: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The cursor of an earlier answer; `start`: from the first change. Without it: from now on.'),
  packages: z
    .string()
    .max(LIST_BOUNDS.addressCharacters)
    .optional()
    .describe(
      `Up to ${LIST_BOUNDS.address}, separated by commas: names of the collection and package URLs. Versions matter to \`verdicts\` alone.`,
    )
    .meta({ examples: ['curl,pkg:npm/lodash'] }),
  verdicts: FlagInput.optional().describe(
    'Only what changes a verdict about `packages`, in the versions given or those that channels have.',
  ),
  ecosystems: z.string().max(1_000).optional().describe('As OSV spells them, in any case, separated by commas.'),
  severity: z
    .string()
    .max(100)
    .optional()
    .describe('One or more of critical, high, medium, low, none and unknown, separated by commas.')
    .meta({ examples: ['critical,high'] }),
  exploited: FlagInput.optional().describe('Whether it is known to be exploited.'),
});

/** What has changed since a place in the log of changes. */
export const getChanges = endpoint({
  id: 'getChanges',
  method: 'GET',
  path: '/changes',
  area: 'feeds',
  summary: 'Every change of a record about a vulnerability, in the order of storing, from a cursor on',
  query: Followed.extend({
    limit: cutIntegerInput({ min: 1, max: 500, usual: 100 }),
    wait: integerInput({ min: 0, max: MOST_WAIT_SECONDS, usual: 0 }).describe(
      'Seconds to wait for a change where there is none.',
    ),
  }),
  data: z
    .object({
      changes: z.array(RecordChange).describe('In order. No change ever appears before a cursor that was given out.'),
      cursor: z
        .string()
        .describe('Where to go on: behind all that was looked at, whether it passes the filters or not.'),
      more: z.boolean().describe('There is more behind the cursor: ask on at once.'),
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

/** The same as server-sent events. */
export const getChangeStream = endpoint({
  id: 'getChangeStream',
  method: 'GET',
  path: '/changes/stream',
  area: 'feeds',
  summary: 'The same changes as server-sent events, as they come',
  query: Followed,
  data: z.string(),
  unwrapped: true,
  media: 'text/event-stream; charset=utf-8',
  cache: 0,
  rate: 'general',
  errors: ['CURSOR_GONE'],
  example: 'id: MS40MjAwNS4xNy4yLjE3OTQ3Mjk2MDAwMDA\nevent: change\ndata: {"kind":"changed",…}\n\n',
});
