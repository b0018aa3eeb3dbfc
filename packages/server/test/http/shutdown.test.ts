import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RATES } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { serverUrl } from '../support/database.ts';
import { startApiProcess } from '../support/processes/api-process-start.ts';
import { countingRoute, plainRoute } from '../support/routes.ts';

describe.concurrent('a process that is told to end', () => {
  it('finishes what is under way, takes nothing new, and ends well', async () => {
    await using api = await startApiProcess({ redisUrl: null, databaseUrl: serverUrl, slowMs: 2_000 });
    await (await fetch(`${api.url}/api/v1/count`)).text(); // leaves an idle connection behind
    const unused = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => {});
    let answered = 0;
    const underWay = Array.from({ length: 5 }, () => fetch(`${api.url}/api/v1/slow`).finally(() => (answered += 1)));
    await api.slow(5);

    api.process.kill('SIGTERM');
    while ((await newConnection(api.url)) !== 'ECONNREFUSED') await sleep(50);
    const answeredBefore = answered;
    const answers = await Promise.all(underWay.map(async (answer) => (await answer).json()));
    const code = await api.exited;
    unused.destroy();

    expect(answers.map((answer) => (answer as { data: { done: boolean } }).data.done)).toEqual(Array(5).fill(true));
    expect(answeredBefore).toBe(0);
    expect(code).toBe(0); // 1 when its grace had run out
  });

  it('answers on the last requests that their connection ends', async () => {
    await using api = await startApiProcess({ redisUrl: null, slowMs: 600 });
    const answer = fetch(`${api.url}/api/v1/slow`);
    await api.slow(1);

    api.process.kill('SIGTERM');

    expect((await answer).headers.get('connection')).toBe('close');
    expect(await api.exited).toBe(0);
  });

  it('does not wait for a sender who stops in the middle', async () => {
    await using api = await startApiProcess({ redisUrl: null, settings: { deadlineMs: 300 } });
    const half = connect(Number(new URL(api.url).port), '127.0.0.1').on('error', () => {});
    half.write('GET /api/v1/count HTTP/1.1\r\nHo');
    await sleep(200);

    api.process.kill('SIGTERM');

    expect(await api.exited).toBe(0);
    half.destroy();
  });

  it('does not wait for ever for an answer that does not come', async () => {
    await using api = await startApiProcess({ redisUrl: null, slowMs: 60_000, graceMs: 500 });
    const hanging = fetch(`${api.url}/api/v1/slow`).catch(() => null);
    await api.slow(1);

    api.process.kill('SIGTERM');
    const code = await api.exited;

    expect(code).toBe(1);
    expect(await hanging).toBeNull();
  });
});

describe('a computation', () => {
  it('is given up at its deadline, and told so', async () => {
    let signal: AbortSignal | undefined;
    const hanging = plainRoute('/hanging', async (_deps, _input, context) => {
      signal = context.signal;
      return new Promise(() => {});
    });
    await using app = await testApp({ routes: [hanging], settings: { deadlineMs: 100 } });

    const answer = await app.get('/api/v1/hanging');

    expect([answer.status, answer.body['code']]).toEqual([503, 'OVERLOADED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(signal?.aborted).toBe(true);
  });

  it('that fails after its deadline harms nobody', async () => {
    const late = plainRoute('/late', async () => {
      await sleep(800);
      throw new Error('too late');
    });
    await using app = await testApp({ routes: [late, countingRoute()], settings: { deadlineMs: 500 } });

    const answer = await app.get('/api/v1/late');
    await sleep(500);
    const next = await app.get('/api/v1/count');

    expect([answer.status, next.status]).toEqual([503, 200]);
  });

  it('beyond the number allowed at once is refused, while kept answers are served', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const slow = plainRoute('/slow', async () => {
      await gate;
      return { data: { done: true } };
    });
    await using app = await testApp({ routes: [slow, countingRoute()], settings: { maxComputing: 2 } });
    await app.get('/api/v1/count');
    const underWay = [app.get('/api/v1/slow'), app.get('/api/v1/slow')];
    await expect.poll(() => app.registry.getSingleMetricAsString('almanac_http_computing')).toMatch(/computing 2$/m);

    const refused = await app.get('/api/v1/slow');
    const refusedToo = await app.get('/api/v1/count?word=new');
    const kept = await app.get('/api/v1/count');
    open();
    const done = await Promise.all(underWay);
    const next = await app.get('/api/v1/count?word=new');

    expect([refused, refusedToo].map(({ status }) => status)).toEqual([503, 503]);
    expect([refused, refusedToo].map(({ body }) => body['code'])).toEqual(['OVERLOADED', 'OVERLOADED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect([kept.status, kept.headers.get('x-cache')]).toEqual([200, 'HIT']);
    expect([...done, next].map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = () => app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'overloaded');
    await expect.poll(() => told().reduce((sum, { refused: count }) => sum + count, 0), { timeout: 5_000 }).toBe(2);
  });
});

it('counts hits, misses and refusals by route', async () => {
  const rates = { ...RATES, general: 4 };
  await using app = await testApp({ routes: [countingRoute()], settings: { rates } });
  for (const path of ['count', 'count', 'count?a=1', 'nothing', 'count', 'nothing']) await app.get(`/api/v1/${path}`);

  const text = await app.registry.metrics();

  for (const line of [
    'almanac_http_requests_total{route="GET /count",status="200",cache="miss"} 1',
    'almanac_http_requests_total{route="GET /count",status="200",cache="hit"} 2',
    'almanac_http_requests_total{route="GET /count",status="429",cache="miss"} 1',
    'almanac_http_requests_total{route="none",status="404",cache="miss"} 1',
    'almanac_http_requests_total{route="none",status="429",cache="miss"} 1',
    'almanac_redis_available 0',
    'almanac_http_computing 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toMatch(/almanac_http_request_seconds_total\{route="GET \/count",status="200",cache="hit"\} [\d.e-]+\n/);
  expect(text).toMatch(/almanac_http_cache_bytes [1-9]\d+\n/);
});

/** Whether a server still listens. */
async function newConnection(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return new Promise((resolve) => {
    socket
      .on('connect', () => resolve('connected'))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  }).finally(() => socket.destroy()) as Promise<string>;
}
