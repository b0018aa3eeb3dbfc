import { type Fault, fromRecords } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { httpAnswer } from '../../../test/support/source-deps.ts';
import { bench, many, positionAt } from './test/bench.ts';

describe('nvd on a bad day', () => {
  const faults: [string, Fault, RegExp][] = [
    ['is not found', { kind: 'status', status: 404 }, /^nvd: answers 404: Try later\.$/],
    ['is forbidden', { kind: 'status', status: 403 }, /^nvd: answers 403: Try later\.$/],
    ['is down', { kind: 'status', status: 503 }, /^nvd: answers 503/],
    ['sends a page of maintenance', { kind: 'html' }, /^nvd: malformed JSON at byte 0/],
    ['sends garbage', { kind: 'garbage' }, /^nvd: malformed JSON/],
    ['sends half of a page', { kind: 'truncation', announce: 'half' }, /unexpected end of file/],
    ['breaks off', { kind: 'truncation' }, /./],
    ['resets', { kind: 'reset' }, /./],
    ['says nothing', { kind: 'stall' }, /./],
    ['points elsewhere', { kind: 'redirect', to: 'http://127.0.0.1:1/x' }, /redirects to/],
    ['breaks a record beyond its borders', { kind: 'malformed_record', way: 'syntax' }, /^nvd: malformed JSON/],
  ];

  it.each(faults)('%s: nothing is taken for read', async (_name, fault, message) => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set(fault);

    const { items, error } = await one.read('delta', positionAt('2026-09-15T09:00:00.000Z', 20));

    expect(items).toEqual([]);
    expect(error).toMatch(message);
  });

  it('is asked again when it says that it was asked too often', async () => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set({ kind: 'status', status: 403, times: 2 });

    expect(await one.read('bulk')).toMatchObject({ keys: { length: 20 }, error: null });
  });

  it('tells why it refuses a window, and does not take the refusal for an empty one', async () => {
    await using one = await bench(fromRecords(many(20)));
    const whole = await one.http.get(`${one.twin.url}/rest/json/cves/2.0`, { signal: AbortSignal.timeout(1000) });
    const refusal = {
      ...httpAnswer(404),
      headers: new Map([['message', `The date range is wrong.\n${'x'.repeat(500)}`]]),
    };
    const get = async (url: string) => (url.includes('lastMod') ? refusal : whole);

    const { items, error } = await one.read('delta', null, { ...one.http, get });

    expect(items).toEqual([]);
    expect(error).toMatch(/^nvd: answers 404: The date range is wrong\. x{100,150}$/);
  });

  const page = { resultsPerPage: 1, startIndex: 0, totalResults: 1, vulnerabilities: [{}] };
  it.each([
    [
      'fewer elements than announced',
      { ...page, resultsPerPage: 2, totalResults: 2 },
      'announces 2 records of 2 at 0 and has 1',
    ],
    ['more elements', { ...page, vulnerabilities: [{}, {}] }, 'announces 1 records of 1 at 0 and has 2'],
    [
      'no elements before the end',
      { ...page, resultsPerPage: 0, vulnerabilities: [] },
      'announces 0 records of 1 at 0 and has 0',
    ],
    ['elements of another page', { ...page, startIndex: 7 }, 'asked for the page at 0, got the one at 7'],
    ['no total', { ...page, totalResults: undefined }, 'totalResults'],
    ['no list', { ...page, vulnerabilities: undefined }, 'there is no "vulnerabilities"'],
    ['a total beyond belief', { ...page, totalResults: 1e9 }, 'asked for the page at 1, got the one at 0'],
  ])('refuses a page with %s', async (_name, body, message) => {
    await using one = await bench(fromRecords(many(1)));
    const get = async () => httpAnswer(200, JSON.stringify(body));

    const { keys, position, error } = await one.read('delta', null, { ...one.http, get });

    expect({ keys, position }).toEqual({ keys: [], position: null });
    expect(error).toContain(message);
  });
});
