import { type Fault, fromRecords } from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { httpAnswer } from '../../../test/support/source-deps.ts';
import { nvd } from './index.ts';
import { bench, DAY, many, positionAt } from './test/bench.ts';

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

  it.each([
    ['takes the largest', 2000, ['2000']],
    ['refuses the largest', 1999, ['2000', '1000']],
    ['refuses all but small ones', 500, ['2000', '1000', '500']],
  ])('is asked for smaller pages when it %s', async (_name, max, sizes) => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set({ kind: 'page_size', param: 'resultsPerPage', max });

    expect(await one.read('delta', positionAt('2026-09-15T09:00:00.000Z', 20))).toMatchObject({ error: null });
    const asked = one.twin.requests.filter(({ headers }) => headers['apikey'] !== undefined);
    expect(asked.slice(1).map(({ path }) => /resultsPerPage=(\d+)/.exec(path)?.[1])).toEqual(sizes);
  });

  it('fails when it refuses the smallest page', async () => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set({ kind: 'page_size', param: 'resultsPerPage', max: 499 });

    expect(await one.read('delta', positionAt('2026-09-15T09:00:00.000Z', 20))).toMatchObject({
      error: 'nvd: answers 404',
      position: null,
    });
  });

  it.each([
    ['twin', 'bulk'],
    ['feeds', 'sweep'],
  ] as const)('is asked ten times, half a minute apart, when its %s says Retry-After: 0', async (host, channel) => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.clock.advance(DAY);
    one[host].faults.set({ kind: 'status', status: 403, retryAfter: 0, times: 9 });
    const start = one.twin.clock.now();

    expect(await one.read(channel)).toMatchObject({ keys: { length: 20 }, error: null });
    expect(one.waits.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 30_000));
    expect(one.twin.clock.now() - start).toBeGreaterThan(9 * 30_000);
  });

  it.each([408, 524])('is asked again after %i', async (status) => {
    await using one = await bench(fromRecords(many(20)));
    one.twin.faults.set({ kind: 'status', status, times: 2 });

    expect(await one.read('bulk')).toMatchObject({ keys: { length: 20 }, error: null });
  });

  it('may take two minutes for its headers, and for each piece of a body', () => {
    const { upstreams } = nvd({ url: 'https://services.nvd.test', feedsUrl: 'https://nvd.test/feeds' });

    const patience = { headersMs: 125_000, bodyMs: 125_000, tries: 10, attemptMs: 240_000 };
    const limit = { requests: 5, seconds: 30 };
    expect(upstreams).toMatchObject([
      { patience, limit },
      { patience, limit },
    ]);
  });

  it('is asked without a key that it refuses', async () => {
    await using one = await bench(fromRecords(many(20)), { keys: ['another'] });

    expect(await one.read('bulk')).toMatchObject({ keys: { length: 20 }, error: null });
    expect(new Set(one.notices.map(({ code }) => code))).toEqual(new Set(['TOKEN_REFUSED']));
    expect(one.notices[0]?.detail).toContain('Invalid apiKey.');
    expect(one.twin.requests.filter(({ headers }) => headers['apikey'] !== undefined)).toHaveLength(1);
  });

  it('is asked for dates as people write them', async () => {
    await using one = await bench(fromRecords(many(20)));

    await one.read('delta', positionAt('2026-09-15T09:00:00.000Z', 20));

    expect(one.twin.requests.at(-1)?.path).toContain('lastModEndDate=2026-09-15T09:30:');
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
