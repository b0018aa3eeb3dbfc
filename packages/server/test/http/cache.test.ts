import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE } from '../../src/http/cache/response-cache.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { countingRoute, echoRoute, plainRoute, postRoute } from '../support/routes.ts';

let app: TestApp;
afterEach(() => app.close());

describe('an answer that is kept', () => {
  let computed: () => number;
  beforeEach(async () => {
    const counting = countingRoute();
    computed = counting.computed;
    app = await testApp({ routes: [counting] });
  });

  it('is computed once and then sent with its age until its time is over', async () => {
    const miss = await app.get('/api/v1/count');
    app.clock.now += 3_599_000;
    const hit = await app.get('/api/v1/count');
    app.clock.now += 1_000;
    const over = await app.get('/api/v1/count');

    const cache = [miss, hit, over].map(({ headers }) => [headers.get('x-cache'), headers.get('age')]);
    expect(cache).toEqual([
      ['MISS', null],
      ['HIT', '3599'],
      ['MISS', null],
    ]);
    expect(hit.text).toBe(miss.text);
    expect(hit.headers.get('etag')).toBe(miss.headers.get('etag'));
    expect(hit.headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=3600');
    expect(over.body['data'].count).toBe(2);
  });

  it('is packed or not as the caller asks, from one computation', async () => {
    const encodings = [
      'identity',
      'gzip',
      'gzip, br',
      'br;q=1, gzip;q=0.5',
      'gzip;q=0',
      'gzip ; q=0.000',
      'GZIP;Q=0, *',
      '',
    ];

    const answers = [];
    for (const encoding of encodings) answers.push(await raw('/api/v1/count', encoding));

    expect(answers.map(({ encoding }) => encoding)).toEqual([null, 'gzip', 'gzip', 'gzip', null, null, null, null]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ vary }) => vary))).toEqual(new Set(['Accept-Encoding']));
    expect(computed()).toBe(1);
  });

  it('is not sent again to whoever has it', async () => {
    const { headers } = await app.get('/api/v1/count');
    const etag = headers.get('etag')!;
    const given = [etag, etag.slice(2), `"other", ${etag}`, '*', '"other"', `${etag}x`, ''];

    const answers = [];
    for (const tag of given) answers.push(await app.get('/api/v1/count', { headers: { 'if-none-match': tag } }));

    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 304, 200, 200, 200]);
    expect(answers[0]!.text).toBe('');
    expect(answers[0]!.headers.get('etag')).toBe(etag);
    expect(answers[0]!.headers.get('content-length')).toBeNull();
  });

  it('is described by HEAD, computed or kept, and HEAD fills the cache for GET', async () => {
    const head = await app.get('/api/v1/count', { method: 'HEAD' });
    const again = await app.get('/api/v1/count', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    const get = await app.get('/api/v1/count', { headers: { 'accept-encoding': 'identity' } });

    expect([head, again, get].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'HIT']);
    expect([head.text, again.text]).toEqual(['', '']);
    expect(again.headers.get('content-length')).toBe(String(get.text.length));
    expect(computed()).toBe(1);
  });

  it('carries the limit of each request and not of the one that made it', async () => {
    const remaining = [];
    for (let i = 0; i < 3; i += 1)
      remaining.push(Number((await app.get('/api/v1/count')).headers.get('x-ratelimit-remaining')));

    expect(remaining).toEqual([1e9 - 1, 1e9 - 2, 1e9 - 3]);
  });
});

it('stays in the cache when large ones fill their share of it', async () => {
  const sized = (path: string, bytes: number) =>
    plainRoute(path, async () => ({ data: { text: 'x'.repeat(bytes) } }), 3_600);
  const large = Array.from({ length: 20 }, (_, i) => sized(`/large-${i}`, 256 << 10));
  app = await testApp({ routes: [sized('/small', 1 << 10), ...large], settings: { cacheBytes: 8 << 20 } });
  await app.get('/api/v1/small');

  for (const i of large.keys()) await app.get(`/api/v1/large-${i}`);
  const [small, first, last] = [
    await app.get('/api/v1/small'),
    await app.get('/api/v1/large-0'),
    await app.get('/api/v1/large-19'),
  ];

  expect([small, first, last].map(({ headers }) => headers.get('x-cache'))).toEqual(['HIT', 'MISS', 'HIT']);
});

it('keeps its tag through a computation that changed nothing but times', async () => {
  const state = { value: 1 };
  const same = plainRoute('/same', async ({ now }) => ({ data: { value: state.value, fetchedAt: now() } }), 60);
  app = await testApp({ routes: [same] });
  const etag = (await app.get('/api/v1/same')).headers.get('etag')!;
  const ask = () => {
    app.clock.now += 61_000;
    return app.get('/api/v1/same', { headers: { 'if-none-match': etag } });
  };

  const unchanged = await ask();
  state.value = 2;
  const changed = await ask();

  expect([unchanged.status, unchanged.headers.get('x-cache')]).toEqual([304, 'MISS']);
  expect([changed.status, changed.body['data'].value]).toEqual([200, 2]);
});

describe('what is never kept', () => {
  it('is the answer to a POST, an error, or an answer without a lifetime', async () => {
    let calls = 0;
    const failing = plainRoute('/failing', async () => Promise.reject(new Error(`failure ${(calls += 1)}`)), 3_600);
    const brief = plainRoute('/brief', async () => ({ data: { calls: (calls += 1) } }), 0);
    app = await testApp({ routes: [failing, brief, postRoute, echoRoute] });
    const post = { method: 'POST', body: '{"names":["a"]}', headers: { 'content-type': 'application/json' } };

    const answers = [];
    for (const [path, init] of [['failing'], ['brief'], ['post', post], ['echo/a?limit=x'], ['nothing']] as const) {
      for (let i = 0; i < 2; i += 1) answers.push(await app.get(`/api/v1/${path}`, init));
    }

    expect(answers.map(({ status }) => status)).toEqual([500, 500, 200, 200, 200, 200, 400, 400, 404, 404]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-cache')))).toEqual(new Set(['MISS']));
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['no-store']));
    expect(calls).toBe(4);
  });
});

describe('five hundred callers at once', () => {
  it('wait for one computation', async () => {
    const counting = countingRoute(() => sleep(300));
    app = await testApp({ routes: [counting] });

    const answers = await Promise.all(Array.from({ length: 500 }, () => app.get('/api/v1/count')));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(counting.computed()).toBe(1);
  });

  it('hear of its failure together, and the next one computes again', async () => {
    const fails = { now: true };
    const counting = countingRoute(async () => {
      await sleep(1_000);
      if (fails.now) throw new Error('broken');
    });
    app = await testApp({ routes: [counting] });

    const answers = await Promise.all(Array.from({ length: 500 }, () => app.get('/api/v1/count')));
    fails.now = false;
    const next = await app.get('/api/v1/count');

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(new Set(answers.map(({ body }) => body['requestId'])).size).toBe(500);
    expect([next.status, next.headers.get('x-cache'), next.body['data'].count]).toEqual([200, 'MISS', 2]);
  });
});

describe('an answer past its time', () => {
  const HOUR = 3_600_000;
  let failure: Error | null;
  beforeEach(async () => {
    failure = null;
    const counting = countingRoute(async () => {
      if (failure !== null) throw failure;
    });
    app = await testApp({ routes: [counting] });
    await app.get('/api/v1/count');
    app.clock.now += 2 * HOUR;
  });

  it('is sent with its age while storage cannot be reached, and replaced when it can', async () => {
    failure = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const stale = await app.get('/api/v1/count');
    failure = null;
    const fresh = await app.get('/api/v1/count');

    expect([stale.status, stale.headers.get('age'), stale.body['data'].count]).toEqual([200, '7200', 1]);
    expect([fresh.headers.get('x-cache'), fresh.headers.get('age'), fresh.body['data'].count]).toEqual([
      'MISS',
      null,
      3,
    ]);
  });

  it('is not sent after an ordinary error', async () => {
    failure = new Error('a bug');

    const answer = await app.get('/api/v1/count');

    expect([answer.status, answer.body['code']]).toEqual([500, 'INTERNAL']);
  });

  it('is not sent for ever', async () => {
    failure = Object.assign(new Error('connection lost'), { code: 'ECONNRESET' });
    app.clock.now += 24 * HOUR;

    const answer = await app.get('/api/v1/count');

    expect([answer.status, answer.body['code']]).toEqual([503, 'STORAGE_UNAVAILABLE']);
  });
});

describe('an answer that takes long to renew', () => {
  let gate: PromiseWithResolvers<void>;
  let computed: () => number;
  beforeEach(async () => {
    gate = Promise.withResolvers();
    gate.resolve();
    const counting = countingRoute(() => gate.promise);
    computed = counting.computed;
    app = await testApp({ routes: [counting] });
    await app.get('/api/v1/count');
    gate = Promise.withResolvers();
  });
  afterEach(() => gate.resolve());

  it('is sent as it was for as long again as it was fresh, and renewed meanwhile', async () => {
    app.clock.now += 7_199_000;
    const stale = await Promise.all([app.get('/api/v1/count'), app.get('/api/v1/count')]);
    gate.resolve();
    await expect.poll(async () => (await app.get('/api/v1/count')).body['data'].count).toBe(2);

    for (const { headers, body } of stale) {
      expect([headers.get('x-cache'), headers.get('age'), body['data'].count]).toEqual(['HIT', '7199', 1]);
    }
    expect(computed()).toBe(2);
  });

  it('is waited for after that', async () => {
    app.clock.now += 7_200_000;
    const asked = app.get('/api/v1/count');
    await sleep(2 * PATIENCE);
    gate.resolve();

    const { headers, body } = await asked;
    expect([headers.get('x-cache'), headers.get('age'), body['data'].count]).toEqual(['MISS', null, 2]);
  });
});

async function raw(path: string, acceptEncoding: string) {
  const response = await fetch(app.url + path, { headers: { 'accept-encoding': acceptEncoding } });
  const encoding = response.headers.get('content-encoding');
  return { encoding, vary: response.headers.get('vary'), text: await response.text() };
}
