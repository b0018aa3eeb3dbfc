import { type Fault, smallWorld } from '@almanac/twins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isComplete, keysOf, type OverTwin, overTwin } from './test/over-twin.ts';

const HOUR = 3_600_000;

let over: OverTwin;
beforeEach(async () => {
  over = await overTwin(smallWorld, { token: 'a-token' });
});
afterEach(async () => over[Symbol.asyncDispose]());

const FAULTS: [string, Fault, RegExp][] = [
  ['status 403', { kind: 'status', status: 403 }, /answers 403/],
  ['status 410', { kind: 'status', status: 410 }, /answers 410/],
  ['status 422', { kind: 'status', status: 422 }, /answers 422/],
  ['status 429', { kind: 'status', status: 429 }, /answers 429/],
  ['status 500', { kind: 'status', status: 500 }, /answers 500/],
  ['a reset connection', { kind: 'reset' }, /ECONNRESET|other side closed/],
  ['silence', { kind: 'stall' }, /timeout/],
  ['half of the bytes', { kind: 'truncation' }, /terminated|closed|aborted/],
  ['half of the bytes, as if whole', { kind: 'truncation', announce: 'half' }, /malformed JSON|unexpected end/],
  ['a page with status 200', { kind: 'html' }, /malformed JSON/],
  ['garbage', { kind: 'garbage' }, /malformed JSON/],
  ['a redirect to elsewhere', { kind: 'redirect', to: 'http://169.254.169.254/latest' }, /redirects to http:\/\/169/],
  ['an advisory without its end', { kind: 'malformed_record', way: 'syntax' }, /malformed JSON/],
];

describe.each(['bulk', 'delta'] as const)('%s', (channel) => {
  it.each(FAULTS)(
    'gives up with %s, moves no position, and reads on when it is over',
    async (_name, fault, message) => {
      if (channel === 'delta') await over.read('bulk');
      over.twin.clock.advance(2 * HOUR);
      const positions = new Map(over.positions);
      over.twin.faults.set(fault);

      await expect(over.read(channel)).rejects.toThrow(message);

      expect(over.positions).toEqual(positions);
      over.twin.faults.clear();
      await over.read(channel);
      expect(over.stored.size).toBe(21);
    },
  );
});

it('reads what has a member that nobody knows', async () => {
  over.twin.faults.set({ kind: 'schema_addition' });

  await over.read('bulk');

  expect(over.stored.get('GHSA-2c4f-7hpq-9wxm')?.parsed).toHaveProperty('novelField');
});

it('passes half a listing on as it is: ingest will hold what looks removed', async () => {
  await over.read('bulk');
  over.twin.faults.set({ kind: 'half_feed' });

  const items = await over.read('bulk');

  expect(keysOf(items).length).toBeLessThan(12);
  expect(isComplete(items)).toBe(true);
});
