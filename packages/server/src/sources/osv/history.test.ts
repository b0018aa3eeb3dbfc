import { type Fault, smallWorld } from '@almanac/twins';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filled, HOUR, type OverTwin, QUARTER } from './test/over-twin.ts';

/** These end a run. */
const FAILURES: readonly (Fault | null)[] = [
  null,
  { kind: 'status', status: 403, path: '*.json', times: 1 },
  { kind: 'status', status: 400, path: '*.csv', times: 1 },
  { kind: 'html', path: '*.csv', times: 1 },
  { kind: 'truncation', announce: 'half', path: '*.json', times: 3 },
];

/** With these it goes on, and if they last for a day the deltas lose sight of a row. */
const DISTURBANCES: readonly Fault[] = [
  { kind: 'status', status: 404, path: '*.json', times: 1 },
  { kind: 'malformed_record', way: 'syntax' },
  { kind: 'future_dates', ms: 400 * 24 * HOUR, path: '*.csv', times: 1 },
];

const datesOf = ({ stored }: OverTwin) =>
  new Map([...stored].map(([key, { modified }]) => [key, modified?.toISOString()]));

it.each([
  ['failures, deltas lead', FAILURES, 'delta'],
  ['failures and disturbances, deltas and a sweep lead', [...FAILURES, ...DISTURBANCES], 'sweep'],
] as const)('after any %s to what a fresh start would have read', async (_name, faults, last) => {
  const step = fc.record({ hours: fc.integer({ min: 1, max: 20 }), fault: fc.constantFrom(...faults) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.boolean(), async (steps, tornExport) => {
      await using over = await filled(smallWorld, { tornExport, wholeArchive: true });
      for (const { hours, fault } of steps) {
        over.twin.clock.advance(hours * HOUR);
        over.twin.faults.set(fault ?? []);
        await over.read('delta').catch(() => null);
      }
      over.twin.faults.clear();
      // Until nothing is to come any more, and the last file has followed its row.
      over.twin.clock.advance(100 * HOUR);
      await over.read('delta');
      over.twin.clock.advance(QUARTER);
      await over.read(last);
      const followed = datesOf(over);

      over.stored.clear();
      over.positions.clear();
      await over.read('bulk');

      expect(followed).toEqual(datesOf(over));
    }),
    { numRuns: 10 },
  );
});
