import { endpoint, RATES, type RateClass } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { Db } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { countingRoute } from '../support/routes.ts';
import { exchange } from '../support/socket.ts';

const ELSEWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

let database: TestDatabase;
let db: Db;
let closeDb: () => Promise<void>;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ primary: db, close: closeDb } = openTestDatabases(database.url, { max: 2 }));
});
afterAll(async () => {
  await closeDb();
  await database.close();
});
afterEach(() => app.close());

/** A public one, and one that needs a key; both count how often they were computed. */
const counting = countingRoute();
const keyed = route(
  endpoint({
    id: 'testKeyed',
    method: 'GET',
    path: '/keyed',
    area: 'access',
    summary: 'Needs a key',
    query: z.object({ word: z.string().optional() }),
    data: z.object({ secret: z.string() }),
    cache: 3_600,
    rate: 'general',
    auth: 'bearer',
    example: { secret: '' },
  }),
  async () => ({ data: { secret: 'for key holders' } }),
);
const start = async (options: TestAppOptions = {}) => {
  app = await testApp({ routes: [counting, keyed], databaseUrl: database.url, ...options });
};
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const rates = (given: Partial<Record<RateClass, number>>) => ({ settings: { rates: { ...RATES, ...given } } });

describe('an endpoint that needs a key', () => {
  it.each([
    ['none', {}, 'AUTH_REQUIRED', 'Bearer realm="almanac"'],
    ['another scheme', { authorization: 'Basic YTpi' }, 'AUTH_REQUIRED', 'Bearer realm="almanac"'],
    ['a cookie', { cookie: 'key=alm_x' }, 'AUTH_REQUIRED', 'Bearer realm="almanac"'],
    ['an empty one', { authorization: 'Bearer ' }, 'KEY_INVALID', 'Bearer realm="almanac", error="invalid_token"'],
    ['any text', { authorization: 'Bearer x' }, 'KEY_INVALID', 'Bearer realm="almanac", error="invalid_token"'],
    ['two', { authorization: 'Bearer a b' }, 'KEY_INVALID', 'Bearer realm="almanac", error="invalid_token"'],
    [
      'one that nobody has',
      { authorization: `Bearer alm_${'A'.repeat(43)}` },
      'KEY_INVALID',
      'Bearer realm="almanac", error="invalid_token"',
    ],
  ])('says what to send to who sends %s', async (_name, headers: Record<string, string>, code, authenticate) => {
    await start();

    const answer = await app.get('/api/v1/keyed', { headers });

    expect([answer.status, answer.body['code']]).toEqual([401, code]);
    expect(answer.headers.get('www-authenticate')).toBe(authenticate);
    expect(answer.text).not.toContain('for key holders');
  });

  it('tells who sends a token of the identity provider where it belongs', async () => {
    await start();

    const answer = await app.get('/api/v1/keyed', bearer(`gho_${'a'.repeat(36)}`));

    expect([answer.body['code'], answer.body['hint']]).toEqual([
      'KEY_INVALID',
      expect.stringContaining('POST /api/v1/request-access'),
    ]);
  });

  it.each(['token', 'access_token', 'api_key', 'key', 'apikey'])('takes no key as %s in the address', async (name) => {
    await start();
    const { key } = await grantedKey(db);

    const answers = [
      await app.get(`/api/v1/keyed?${name}=${key}`),
      await app.get(`/api/v1/keyed?${name}=${key}`, bearer(key)),
      await app.get(`/api/v1/count?${name}=${key}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 400, 400]);
    expect(answers.map(({ text }) => text).join('')).not.toContain(key);
  });

  it('does not read a key of any length', async () => {
    await start();
    const head = 'GET /api/v1/keyed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ';
    const send = (length: number) => exchange(app.url, `${head}${'x'.repeat(length)}\r\n\r\n`);

    const [long, huge] = [await send(20_000), await send(10 << 20).catch(() => 'HTTP/1.1 cut off')];

    expect(long.split(' ')[1]).toBe('431');
    expect(huge.split(' ')[1]).toMatch(/^(?:431|cut)$/);
    expect((await app.get('/api/v1/count')).status).toBe(200);
  });

  it.each(['get', 'head'] as const)('answers %s to who has one, and to nobody from a cache', async (method) => {
    await start();
    const { key } = await grantedKey(db);
    const ask = (init: RequestInit) => app.get('/api/v1/keyed', { ...init, method: method.toUpperCase() });

    const [first, second] = [await ask(bearer(key)), await ask(bearer(key))];
    const without = await ask({});
    const wrong = await ask(bearer('x'));
    const third = await ask(bearer(key));

    for (const { status, headers } of [first, second, third]) {
      expect([status, headers.get('x-cache')]).toEqual([200, 'MISS']);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
    for (const { status, headers } of [without, wrong]) {
      expect([status, headers.get('cache-control')]).toEqual([401, 'no-store']);
    }
  });

  it('is no way around it in another spelling', async () => {
    await start();

    const statuses = await Promise.all(
      ['/api/v1/keyed/', '/api/v1//keyed', '/api/v1/KEYED', '/api/v1/keyed%2f', '/keyed', '/api/v1/%6beyed'].map(
        async (path) => (await app.get(path)).status,
      ),
    );

    expect(statuses).toEqual([404, 404, 404, 404, 404, 401]);
  });
});

describe.skipIf(redisUnavailable !== null)('with a Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  it('answers that need a key are not there, and no key is', async () => {
    await start({ redis: await redis.guarded() });
    const { key } = await grantedKey(db);

    let word = 0;
    const kept = await vi.waitFor(
      async () => {
        word += 1; // an answer that Redis was too busy to take is not offered to it again
        await app.get(`/api/v1/keyed?word=${word}`, bearer(key));
        await app.get(`/api/v1/count?word=${word}`, bearer(key));
        const found = await redis.client.keys('test:answer:*');
        expect(found).not.toEqual([]); // the public ones
        return found;
      },
      { timeout: 20_000 },
    );
    const values = await Promise.all(kept.map((name) => redis.client.getBuffer(name)));
    expect(values.map((bytes) => bytes?.toString('latin1')).join()).not.toContain('for key holders');
    expect((await redis.client.keys('*')).join()).not.toContain(key);
  });

  it('the budget of a key is counted for all processes together, by its account', async () => {
    await redis.client.flushall();
    await start({ redis: await redis.guarded() });
    const { key } = await grantedKey(db);

    await vi.waitFor(
      async () => {
        await app.get('/api/v1/keyed', bearer(key));
        expect(await redis.client.keys('test:limit:*:key:account-*')).toHaveLength(1);
      },
      { timeout: 20_000 },
    );

    expect((await redis.client.keys('*')).join()).not.toContain(key);
  });
});

describe('the budget of a key', () => {
  it('is 300 a minute over all endpoints together, and its address keeps its own 30', async () => {
    // 320 at once are more than are admitted where the machine is busy with other things.
    await start({ settings: { ...rates({}).settings, maxComputing: 1_000 } });
    const { key } = await grantedKey(db);
    const burst = (path: string, count: number, init: RequestInit) =>
      Promise.all(Array.from({ length: count }, () => app.get(`/api/v1${path}`, init)));

    const mixed = await Promise.all([burst('/count', 160, bearer(key)), burst('/keyed', 160, bearer(key))]);
    const address = await burst('/count', 35, {});

    const answers = mixed.flat();
    const passed = answers.filter(({ status }) => status === 200);
    expect([passed.length, answers.filter(({ status }) => status === 429).length]).toEqual([300, 20]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-limit')))).toEqual(new Set(['300']));
    expect(new Set(passed.map(({ headers }) => headers.get('x-ratelimit-remaining'))).size).toBe(300);
    expect(address.filter(({ status }) => status === 200)).toHaveLength(30);
  });

  it('is of the account: another address has no other, and an invalid key takes from the address', async () => {
    await start({
      settings: { rates: { ...RATES, general: 3, key: 5 }, trustedProxies: ['127.0.0.1'] },
    });
    const { key } = await grantedKey(db);
    const from = (address: string, given: string | null) =>
      app.get('/api/v1/count', {
        headers: { 'x-forwarded-for': address, ...(given === null ? {} : { authorization: `Bearer ${given}` }) },
      });
    const statuses = async (count: number, address: (i: number) => string, given: string | null) => {
      const all: number[] = [];
      for (let i = 0; i < count; i += 1) all.push((await from(address(i), given)).status);
      return all;
    };

    const moving = await statuses(7, (i) => `192.0.2.${i + 1}`, key);
    const invalid = await statuses(5, () => '192.0.2.100', 'alm_no');
    const sameAddress = await from('192.0.2.100', null);
    const sameAddressWithKey = await from('192.0.2.100', (await grantedKey(db)).key);

    expect(moving).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(invalid).toEqual([401, 401, 401, 429, 429]);
    expect([sameAddress.status, sameAddressWithKey.status]).toEqual([429, 200]);
  });

  it('is what the documents say, on public endpoints and on those that need a key', async () => {
    await start(rates({}));
    const { key } = await grantedKey(db);

    const answers = [
      await app.get('/api/v1/count', bearer(key)),
      await app.get('/api/v1/keyed', bearer(key)),
      await app.get('/api/v1/nothing', bearer(key)),
      await app.get('/api/v1/count'),
    ];

    expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['300', '300', '300', '30']);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['299', '298', '297', '29']);
  });

  it('of what is no class of its own stays the class: health, version and requests for access', async () => {
    app = await testApp({ routes: ROUTES, databaseUrl: database.url, ...rates({}) });
    const { key } = await grantedKey(db);

    const version = await app.get('/api/v1/version', bearer(key));
    const access = await app.get('/api/v1/request-access', { ...bearer(key), method: 'POST' });

    expect([version, access].map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['120', '10']);
  });

  it('is the same on the kept answer of a public endpoint, which is the same for all', async () => {
    await start(rates({}));
    const { key } = await grantedKey(db);

    const [without, withKey] = [await app.get('/api/v1/count'), await app.get('/api/v1/count', bearer(key))];

    expect(withKey.headers.get('x-cache')).toBe('HIT');
    expect(withKey.text).toBe(without.text);
    expect(withKey.headers.get('cache-control')).toMatch(/^public/);
  });

  it('does not let made-up keys reach the database without end', async () => {
    await start(rates({ general: 1_000 }));

    const codes: string[] = [];
    for (let i = 0; i < 64; i += 1) {
      const made = `alm_${String(i).padStart(43, '0')}`;
      codes.push((await app.get('/api/v1/count', bearer(made))).body['code']);
    }

    expect([codes[59], codes[60]]).toEqual(['KEY_INVALID', 'RATE_LIMITED']);
  });
});

describe('a key that is revoked', () => {
  const revoke = () => sql`update api_key set revoked_at = now() where revoked_at is null`.execute(db);

  it('is refused after a minute by a process that has just seen it, and the database is not asked in between', async () => {
    await start();
    const { key } = await grantedKey(db);
    const before = await app.get('/api/v1/keyed', bearer(key));
    await revoke();

    const atOnce = await app.get('/api/v1/keyed', bearer(key));
    app.clock.now += 60_000;
    const later = await app.get('/api/v1/keyed', bearer(key));

    expect([before.status, atOnce.status]).toEqual([200, 200]);
    expect([later.status, later.body['code']]).toEqual([401, 'KEY_INVALID']);
  });

  it('is refused by a process that has never seen it, at once', async () => {
    await start();
    const { key } = await grantedKey(db);
    await revoke();

    expect((await app.get('/api/v1/keyed', bearer(key))).status).toBe(401);
  });

  it('is refused when the clock of the process was put back', async () => {
    await start();
    const { key } = await grantedKey(db);
    await app.get('/api/v1/keyed', bearer(key));
    await revoke();
    app.clock.now -= 3_600_000;

    expect((await app.get('/api/v1/keyed', bearer(key))).status).toBe(401);
  });
});

describe('that a key is used', () => {
  it('is noted by the day', async () => {
    await start();
    const { key, login } = await grantedKey(db);
    const usedOn = async () => {
      const query = db.selectFrom('api_key').innerJoin('account', 'account.id', 'account_id').select('last_used_on');
      return (await query.where('login', '=', login).executeTakeFirst())?.last_used_on;
    };

    const before = await usedOn();
    await app.get('/api/v1/keyed', bearer(key));

    expect(before).toBeNull();
    await vi.waitFor(async () => expect(await usedOn()).toBe('2026-11-15'), { timeout: 20_000 });
  });
});

describe('without the database', () => {
  it('whoever has no key is served, whoever has one too, and no key is called invalid', async () => {
    await start({ databaseUrl: ELSEWHERE });
    const { key } = await grantedKey(db);

    const [without, withKey] = [await app.get('/api/v1/count'), await app.get('/api/v1/count', bearer(key))];
    const needed = await app.get('/api/v1/keyed', bearer(key));
    const none = await app.get('/api/v1/keyed');

    expect([without.status, withKey.status]).toEqual([200, 200]);
    expect([needed.status, needed.body['code']]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(needed.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(none.status).toBe(401);
  });

  it('a key that was seen counts for a minute more, and not longer', async () => {
    const own = await createTestDatabase();
    const worker = openTestDatabases(own.url);
    await start({ databaseUrl: own.url, ...rates({}) });
    const { key } = await grantedKey(worker.primary);
    const ask = () => app.get('/api/v1/count', bearer(key));
    const limit = async () => (await ask()).headers.get('x-ratelimit-limit');

    const known = await limit();
    await worker.close();
    await own.remove();
    app.clock.now += 45_000;
    const away = await limit();
    app.clock.now += 20_000;
    const needed = await app.get('/api/v1/keyed', bearer(key));
    const later = await limit();

    expect([known, away, later]).toEqual(['300', '300', '30']);
    expect(needed.status).toBe(503);
  });
});
