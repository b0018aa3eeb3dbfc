import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { countingRoute, echoRoute } from '../support/routes.ts';

describe.skipIf(redisUnavailable !== null)('an answer shared through Redis', () => {
  let server: RedisServer;
  const apps: TestApp[] = [];

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());
  beforeEach(() => server.client.flushall());
  afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

  it('is a HIT in a process that never computed it, with the same bytes, tag and age', async () => {
    const [one, other] = [await start(), await start()];

    const miss = await one.get('/api/v1/count');
    await stored();
    other.clock.now += 10_000;
    const hit = await other.get('/api/v1/count');
    const again = await other.get('/api/v1/count');

    expect([hit.headers.get('x-cache'), hit.headers.get('age'), hit.text]).toEqual(['HIT', '10', miss.text]);
    expect([again.headers.get('x-cache'), hit.headers.get('etag')]).toEqual(['HIT', miss.headers.get('etag')]);
    expect(other.computed()).toBe(0);
  });

  it('covers a process without storage when it is past its time', async () => {
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const [one, other] = [await start(), await start({}, () => Promise.reject(away))];
    await one.get('/api/v1/count');
    await stored();
    other.clock.now += 2 * 3_600_000;

    const answer = await other.get('/api/v1/count');

    expect([answer.status, answer.headers.get('age')]).toEqual([200, '7200']);
  });

  it('is not taken from a process with a clock that is a day ahead', async () => {
    const [ahead, right] = [await start(), await start()];
    ahead.clock.now += 86_400_000;
    await ahead.get('/api/v1/count');
    await stored();

    const answer = await right.get('/api/v1/count');

    expect(answer.headers.get('x-cache')).toBe('MISS');
    expect(answer.body['timestamp']).toBe(new Date(right.clock.now).toISOString());
  });

  it.each([
    ['garbage', async (key: string) => server.client.set(key, 'garbage of some length, but no answer at all')],
    ['nothing', async (key: string) => server.client.set(key, '')],
    ['JSON', async (key: string) => server.client.set(key, '{"success":true,"data":{"count":99,"padding":""}}')],
    ['a list', async (key: string) => server.client.del(key).then(() => server.client.lpush(key, 'x'))],
    ['a set', async (key: string) => server.client.del(key).then(() => server.client.sadd(key, 'x'))],
    ['a cut value', async (key: string) => server.client.set(key, (await read(key)).subarray(0, -1))],
    ['half a value', async (key: string) => server.client.set(key, (await read(key)).subarray(0, 700))],
    ['a longer value', async (key: string) => server.client.append(key, 'x')],
    ['a value with one bit turned', async (key: string) => server.client.setrange(key, 300, 'y')],
  ])('is computed again where its place contains %s', async (_name, spoil) => {
    const [one, other] = [await start(), await start()];
    await one.get('/api/v1/count');
    await spoil(await stored());

    const answer = await other.get('/api/v1/count');

    expect([answer.status, answer.headers.get('x-cache'), answer.body['data'].count]).toEqual([200, 'MISS', 1]);
    expect(other.computed()).toBe(1);
  });

  it("is not another question's, even where that stands in its place", async () => {
    const [one, other] = [await start(), await start()];
    await one.get('/api/v1/echo/evil');
    const evil = await read(await stored());
    await server.client.flushall();
    await one.get('/api/v1/echo/good');
    await server.client.set(await stored(), evil);

    const answer = await other.get('/api/v1/echo/good');

    expect([answer.headers.get('x-cache'), answer.body['data'].package]).toEqual(['MISS', 'good']);
  });

  it("is not another release's, even where that stands in its place", async () => {
    const [old, current, other] = [
      await start({ version: '1.0.0' }),
      await start({ version: '2.0.0' }),
      await start({ version: '2.0.0' }),
    ];
    await old.get('/api/v1/count');
    const oldKey = await stored();
    const oldValue = await read(oldKey);
    const apart = await current.get('/api/v1/count');
    const key = (await keys(2)).find((name) => name !== oldKey);
    await server.client.set(key!, oldValue);

    const answer = await other.get('/api/v1/count');

    expect([apart.headers.get('x-cache'), answer.headers.get('x-cache')]).toEqual(['MISS', 'MISS']);
  });

  it("holds no limit, no request id and no header of the caller's, and expires", async () => {
    const app = await start();
    await app.get('/api/v1/echo/named-package?ecosystem=npm', {
      headers: { authorization: 'Basic canary', 'x-request-id': 'mine-1' },
    });
    const key = await stored();

    const value = (await read(key)).toString('latin1').toLowerCase();

    expect(key).toMatch(/^test:answer:test:[\w-]{43}$/);
    expect(value).not.toMatch(/ratelimit-(limit|remaining|reset)","\d|canary|mine-1/);
    expect(await server.client.ttl(key)).toBeGreaterThan(60);
  });

  it('is served from memory at once while Redis hangs, and a miss is computed', async () => {
    const app = await start();
    await app.get('/api/v1/count');
    await stored();
    server.hang();
    const hit = await app.get('/api/v1/count');
    const miss = await app.get('/api/v1/count?word=other');
    server.wake();

    expect([hit.headers.get('x-cache'), miss.status, miss.headers.get('x-cache')]).toEqual(['HIT', 200, 'MISS']);
  });

  async function start(
    options: TestAppOptions = {},
    work?: () => Promise<void>,
  ): Promise<TestApp & { computed: () => number }> {
    const counting = countingRoute(work);
    const app = await testApp({ redis: await server.guarded(), routes: [counting, echoRoute], ...options });
    apps.push(app);
    return { ...app, computed: counting.computed };
  }

  /** Answers are written behind the caller's back: waits for the one and tells its key. */
  async function stored(): Promise<string> {
    const [key] = await keys(1);
    return key!;
  }

  async function keys(count: number): Promise<string[]> {
    const find = () => server.client.keys('test:answer:*');
    await expect.poll(async () => (await find()).length).toBe(count);
    return find();
  }

  async function read(key: string): Promise<Buffer> {
    return (await server.client.getBuffer(key))!;
  }
});
