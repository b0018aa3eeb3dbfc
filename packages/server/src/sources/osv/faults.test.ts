import { type Fault, smallWorld } from '@almanac/twins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isComplete, keysOf, type OverTwin, overTwin, presentIn } from './test/over-twin.ts';

const HOUR = 3_600_000;

let over: OverTwin;
beforeEach(async () => {
  over = await overTwin(smallWorld);
});
afterEach(async () => over[Symbol.asyncDispose]());

const LISTS: [string, Fault, RegExp][] = [
  ['status 403', { kind: 'status', status: 403 }, /answers 403/],
  ['status 429', { kind: 'status', status: 429 }, /answers 429/],
  ['status 500', { kind: 'status', status: 500 }, /answers 500/],
  ['a reset connection', { kind: 'reset' }, /ECONNRESET|other side closed/],
  ['silence', { kind: 'stall' }, /timeout/],
  ['half of the bytes', { kind: 'truncation' }, /terminated|closed|aborted/],
  [
    'half of the bytes, as if whole',
    { kind: 'truncation', announce: 'half' },
    /is cut|answers 404|cannot be read|unexpected end/,
  ],
  ['a page with status 200', { kind: 'html' }, /no name|not a row|cannot be read/],
  ['garbage', { kind: 'garbage' }, /no name|not a row|has no end|cannot be read/],
  ['a redirect to elsewhere', { kind: 'redirect', to: 'http://169.254.169.254/latest' }, /redirects to http:\/\/169/],
];

describe.each(['bulk', 'delta', 'sweep'] as const)('%s', (channel) => {
  it.each(LISTS)('gives up with %s, moves no position, and reads on when it is over', async (_name, fault, message) => {
    if (channel !== 'bulk') await over.read('bulk');
    over.twin.clock.advance(2 * HOUR);
    const positions = new Map(over.positions);
    over.twin.faults.set(fault);

    await expect(over.read(channel)).rejects.toThrow(message);

    expect(over.positions).toEqual(positions);
    over.twin.faults.clear();
    const items = await over.read(channel);
    expect(keysOf(items).length).toBeGreaterThan(0);
    expect(over.stored.size).toBe(29);
  });

  it('stops when it is told to', async () => {
    const told = AbortSignal.abort(new Error('told to stop'));
    const deps = {
      http: { get: refuse, download: refuse },
      now: () => new Date(),
      held: async () => new Map(),
      log: QUIET,
    };

    const reading = Array.fromAsync(over.source.channels[channel]?.read(deps, null, told) ?? []);

    await expect(reading).rejects.toThrow('told to stop');
  });
});

const QUIET = { info: () => {}, warn: () => {} };
const refuse = async (_url: string, { signal }: { signal: AbortSignal }) => Promise.reject(signal.reason as Error);

describe('a list that is short', () => {
  it('is refused where nothing is left of it', async () => {
    await over.read('bulk');
    over.twin.faults.set({ kind: 'empty_feed' });

    await expect(over.read('bulk')).rejects.toThrow('names no ecosystem');
    await expect(over.read('delta')).rejects.toThrow('is empty');
    await expect(over.read('sweep')).rejects.toThrow('names no ecosystem');
  });

  it('is passed on as it is where half is left: ingest will hold what looks removed', async () => {
    await over.read('bulk');
    over.twin.faults.set({ kind: 'half_feed' });

    const items = await over.read('sweep');

    expect(isComplete(items)).toBe(true);
    expect(presentIn(items).length).toBeLessThan(28);
  });
});

describe('single files', () => {
  it.each<[string, Fault, RegExp]>([
    ['are refused', { kind: 'status', status: 403 }, /answers 403/],
    ['are pages', { kind: 'html' }, /answers with a page/],
    ['are cut', { kind: 'truncation', announce: 'half' }, /unexpected end/],
    ['break off', { kind: 'truncation' }, /terminated|closed|aborted/],
  ])('that %s end the delta, which then begins at the same place', async (_name, fault, message) => {
    await over.read('bulk');
    over.twin.clock.advance(24 * HOUR);
    const before = over.positions.get('delta');
    over.twin.faults.set({ ...fault, path: '*.json' });

    await expect(over.read('delta')).rejects.toThrow(message);

    expect(over.positions.get('delta')).toBe(before);
    over.twin.faults.clear();
    expect(keysOf(await over.read('delta'))).toHaveLength(3);
  });
});

it('reads what has a member that nobody knows', async () => {
  over.twin.faults.set({ kind: 'schema_addition' });

  const items = await over.read('bulk');

  expect(keysOf(items)).toHaveLength(28);
  expect(over.stored.get('GHSA-2c4f-7hpq-9wxm')?.parsed).toHaveProperty('novelField');
});
