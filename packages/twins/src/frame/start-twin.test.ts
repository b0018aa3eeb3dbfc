import { describe, expect, it } from 'vitest';
import { jsonAnswer } from './answer.ts';
import { stillClock } from './clock.ts';
import type { Fault } from './fault.ts';
import { cursorPage, numberedPage } from './paging.ts';
import type { RateLimit } from './rate-limit.ts';
import { startTwin } from './start-twin.ts';
import type { TwinDefinition } from './twin.ts';

const BUDGET: RateLimit = {
  requests: 2,
  authorised: 3,
  windowMs: 60_000,
  status: 403,
  headers: 'x-ratelimit',
  retryAfter: true,
  message: 'Slow down',
};
const ITEMS = ['a', 'b', 'c', 'd', 'e'];

const toy: TwinDefinition = {
  source: 'toy',
  documentFaults: ['half_feed'],
  open: ({ clock }) => [
    { path: '/time', handle: ({ now }) => jsonAnswer({ now }, { modified: now }) },
    { path: '/items', handle: ({ url }) => paged(numberedPage(ITEMS, url, { usual: 2, most: 3 })) },
    { path: '/cursor', handle: ({ url }) => paged(cursorPage(ITEMS, url, (item) => item, { usual: 2, most: 3 })) },
    { path: '/limited', limit: BUDGET, handle: () => jsonAnswer({ start: clock.start }) },
    { path: '/feed', handle: ({ faults }) => jsonAnswer(faults.length === 0 ? ITEMS : ITEMS.slice(0, 2)) },
    {
      method: 'POST',
      path: '/echo/:name',
      handle: ({ params, body }) => jsonAnswer({ name: params.get('name'), body: body.toString() }),
    },
  ],
};

function paged({ items, link }: { items: readonly string[]; link: string | null }) {
  return jsonAnswer(items, link === null ? {} : { headers: { link } });
}

describe('conditional requests', () => {
  it('answers 304 to the tag it gave, until the document changes', async () => {
    await using twin = await startTwin(toy);
    const first = await fetch(`${twin.url}/time`);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };

    const same = await fetch(`${twin.url}/time`, { headers });
    twin.clock.advance(1000);
    const changed = await fetch(`${twin.url}/time`, { headers });

    expect([first.status, same.status, changed.status]).toEqual([200, 304, 200]);
  });

  it('answers 304 to If-Modified-Since, which a wrong tag overrules', async () => {
    await using twin = await startTwin(toy);
    const first = await fetch(`${twin.url}/time`);
    const since = { 'if-modified-since': first.headers.get('last-modified') ?? '' };

    const same = await fetch(`${twin.url}/time`, { headers: since });
    const other = await fetch(`${twin.url}/time`, { headers: { ...since, 'if-none-match': '"other"' } });

    expect([same.status, other.status]).toEqual([304, 200]);
  });
});

it('compresses where asked, with a weak tag that still matches', async () => {
  await using twin = await startTwin(toy);

  const plain = await fetch(`${twin.url}/feed`, { headers: { 'accept-encoding': 'identity' } });
  const packed = await fetch(`${twin.url}/feed`, { headers: { 'accept-encoding': 'br, gzip' } });
  const refused = await fetch(`${twin.url}/feed`, { headers: { 'accept-encoding': 'gzip;q=0' } });

  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(refused.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`);
  expect(await packed.json()).toEqual(await plain.json());
});

it('answers HEAD with the headers of GET', async () => {
  await using twin = await startTwin(toy);

  const head = await fetch(`${twin.url}/feed`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });

  expect(head.headers.get('content-length')).toBe(String(JSON.stringify(ITEMS).length));
  expect(await head.text()).toBe('');
});

it.each([
  ['/items', [['a', 'b'], ['c', 'd'], ['e']]],
  [
    '/items?per_page=100',
    [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ],
  ],
  ['/cursor', [['a', 'b'], ['c', 'd'], ['e']]],
])('pages %s by the Link header', async (path, expected) => {
  await using twin = await startTwin(toy);
  const pages: unknown[] = [];

  for (let url: string | null = twin.url + path; url !== null; ) {
    const response: Response = await fetch(url);
    pages.push(await response.json());
    url = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }

  expect(pages).toEqual(expected);
});

describe('a rate limit', () => {
  it('answers as the upstream does when it is used up, and forgets with the window', async () => {
    await using twin = await startTwin(toy);
    const statuses = async () => (await fetch(`${twin.url}/limited`)).status;

    const within = [await statuses(), await statuses()];
    const beyond = await fetch(`${twin.url}/limited`);
    twin.clock.advance(60_000);

    expect(within).toEqual([200, 200]);
    expect(beyond.status).toBe(403);
    expect(beyond.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(beyond.headers.get('retry-after')).toBe('60');
    expect(await statuses()).toBe(200);
  });

  it('gives a token its own budget, and 304 for nothing', async () => {
    await using twin = await startTwin(toy);
    const headers: Record<string, string> = { authorization: 'Bearer t' };
    const first = await fetch(`${twin.url}/limited`, { headers });
    headers['if-none-match'] = first.headers.get('etag') ?? '';

    const again = [];
    for (let count = 0; count < 5; count += 1) again.push((await fetch(`${twin.url}/limited`, { headers })).status);

    expect(again).toEqual([304, 304, 304, 304, 304]);
  });
});

describe('faults', () => {
  it('spare the first requests where they come in mid-run', async () => {
    await using twin = await startTwin(toy);
    twin.faults.set({ kind: 'status', status: 503, path: '/feed', after: 1, times: 1 });

    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await fetch(`${twin.url}/feed`)).status);

    expect(statuses).toEqual([200, 503, 200]);
  });

  it('hold for a path and for so many requests', async () => {
    await using twin = await startTwin(toy);
    twin.faults.set({ kind: 'status', status: 503, path: '/feed', times: 2 });
    const status = async (path: string) => (await fetch(twin.url + path)).status;

    expect([await status('/time'), await status('/feed'), await status('/feed'), await status('/feed')]).toEqual([
      200, 503, 503, 200,
    ]);
    expect(twin.faults.active()).toEqual([]);
  });

  it('go when cleared', async () => {
    await using twin = await startTwin(toy);
    twin.faults.set([{ kind: 'status', status: 500 }, { kind: 'half_feed' }]);

    twin.faults.clear();

    expect((await fetch(`${twin.url}/feed`)).status).toBe(200);
  });

  it('are refused where the twin cannot make them', async () => {
    await using twin = await startTwin(toy);

    expect(() => twin.faults.set({ kind: 'empty_feed' })).toThrow(
      'This twin has no fault "empty_feed"; it has latency,',
    );
  });
});

it('logs what was asked, in order', async () => {
  await using twin = await startTwin(toy, { clock: stillClock(5000) });

  await fetch(`${twin.url}/echo/a%2Fb?x=1`, {
    method: 'POST',
    body: 'hello',
    headers: { 'user-agent': 'almanac-test' },
  });
  await fetch(`${twin.url}/nowhere`);

  expect(twin.requests).toMatchObject([
    { at: 5000, method: 'POST', path: '/echo/a%2Fb?x=1', status: 200, headers: { 'user-agent': 'almanac-test' } },
    { method: 'GET', path: '/nowhere', status: 404 },
  ]);
});

it('decodes path parameters and reads bodies', async () => {
  await using twin = await startTwin(toy);

  const response = await fetch(`${twin.url}/echo/a%2Fb`, { method: 'POST', body: 'hello' });

  expect(await response.json()).toEqual({ name: 'a/b', body: 'hello' });
});

describe('the control paths', () => {
  it('move the clock', async () => {
    await using twin = await startTwin(toy, { clock: stillClock('2026-01-01T00:00:00Z') });

    const answer = await post(`${twin.url}/_twin/clock`, { advance: 3_600_000 });

    expect(await answer.json()).toEqual({ now: '2026-01-01T01:00:00.000Z' });
    expect(twin.clock.now()).toBe(Date.parse('2026-01-01T01:00:00Z'));
  });

  it('switch faults and show requests, and are touched by neither', async () => {
    await using twin = await startTwin(toy);
    const fault: Fault = { kind: 'status', status: 503, times: 1 };

    await post(`${twin.url}/_twin/faults`, [fault]);
    const shown = await (await fetch(`${twin.url}/_twin/faults`)).json();
    const hit = await fetch(`${twin.url}/feed`);
    const log = (await (await fetch(`${twin.url}/_twin/requests`)).json()) as { requests: unknown[] };

    expect(shown).toEqual({ faults: [fault] });
    expect(hit.status).toBe(503);
    expect(log.requests).toMatchObject([{ path: '/feed', status: 503, faults: ['status'] }]);
  });

  it.each([
    ['/_twin/clock', { advance: 'soon' }],
    ['/_twin/clock', 5],
    ['/_twin/faults', { kind: 'flood' }],
  ])('refuse %s %j', async (path, body) => {
    await using twin = await startTwin(toy);

    expect((await post(twin.url + path, body)).status).toBe(400);
  });
});

function post(url: string, value: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify(value) });
}
