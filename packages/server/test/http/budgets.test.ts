import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { NETWORK_SHARES, RATES } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../src/app/context.ts';
import { LARGE_ROWS } from '../../src/http/admission/computations.ts';
import type { Route } from '../../src/http/route.ts';
import type { HttpSettings } from '../../src/http/settings.ts';
import type { Db } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type Checked, type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { ROOMY } from '../support/roomy.ts';
import { plainRoute } from '../support/routes.ts';
import { exchange, statusesIn } from '../support/socket.ts';

let app: TestApp;
let database: TestDatabase;
let db: Db;
let closeDb: () => Promise<void>;
let held: Held;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ primary: db, close: closeDb } = openTestDatabases(database.url, { max: 2 }));
});
afterAll(async () => {
  await closeDb();
  await database.close();
});
beforeEach(() => {
  held = holding();
});
afterEach(async () => {
  held.letGo();
  await app.close();
});

async function start(routes: readonly Route[], settings: Partial<HttpSettings> = {}): Promise<void> {
  app = await testApp({
    routes,
    databaseUrl: database.url,
    settings: { trustedProxies: ['127.0.0.1'], ...settings },
  });
}

describe('answers computed at once', () => {
  const own = { ...ROOMY, computing: { withoutKey: 2, withKey: 3 } };

  it('are bounded for one caller, whoever else asks', async () => {
    await start([held.route], { callerBudgets: own });
    const under = [from('192.0.2.1', '/held'), from('192.0.2.1', '/held')];
    await held.reached(2);

    const third = await from('192.0.2.1', '/held');
    const other = from('192.0.2.2', '/held');
    await held.reached(3);
    held.letGo();
    const answers = await Promise.all([...under, other]);
    const after = await from('192.0.2.1', '/held');

    expect([third.status, third.body['code']]).toEqual([429, 'BUDGET_EXCEEDED']);
    expect(third.headers.get('retry-after')).toBe('1');
    expect(third.body['details']).toEqual({ budget: 'computing', scope: 'caller', limit: 2, retryAfter: 1 });
    expect(third.headers.get('x-ratelimit-limit')).toBe(String(1e9));
    expect([...answers, after].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('are bounded for a whole IPv6 /48', async () => {
    await start([held.route], { callerBudgets: own });
    const most = 2 * NETWORK_SHARES;
    const under = Array.from({ length: most }, (_, i) => from(`2001:db8:1:${i}::1`, '/held'));
    await held.reached(most);

    const next = await from('2001:db8:1:ffff::1', '/held');
    const elsewhere = from('2001:db8:2::1', '/held');
    await held.reached(most + 1);
    held.letGo();
    await Promise.all(under);

    expect([next.status, next.body['details'].limit]).toEqual([429, most]);
    expect((await elsewhere).status).toBe(200);
  });

  it('are half of that for one caller without a key while the process is more than half busy', async () => {
    const callerBudgets = { ...ROOMY, computing: { withoutKey: 4, withKey: 4 } };
    await start([held.route], { maxComputing: 8, callerBudgets });
    const { key } = await grantedKey(db);
    const under = [1, 1, 1, 2, 3].map((i) => from(`192.0.2.${i}`, '/held'));
    await held.reached(5);

    const greedy = await from('192.0.2.1', '/held');
    const modest = from('192.0.2.4', '/held');
    await held.reached(6);
    const keyed = [1, 2].map(() => app.get('/api/v1/held', { headers: { authorization: `Bearer ${key}` } }));
    await held.reached(8);
    held.letGo();
    await Promise.all(under);

    expect((await Promise.all(keyed)).map(({ status }) => status)).toEqual([200, 200]);
    expect(greedy.body['details']).toEqual({ budget: 'computing', scope: 'caller', limit: 2, retryAfter: 1 });
    expect((await modest).status).toBe(200);
  });

  it('keep an eighth of the places of the process for callers with a key', async () => {
    await start([held.route], { maxComputing: 8 });
    const { key } = await grantedKey(db);
    const under = Array.from({ length: 7 }, (_, i) => from(`192.0.2.${i}`, '/held'));
    await held.reached(7);

    const anonymous = await from('192.0.2.100', '/held');
    const keyed = app.get('/api/v1/held', { headers: { authorization: `Bearer ${key}` } });
    await held.reached(8);
    held.letGo();
    await Promise.all(under);

    expect([anonymous.status, anonymous.body['code']]).toEqual([503, 'OVERLOADED']);
    expect(anonymous.body['details']).toEqual({ budget: 'computing', scope: 'process', limit: 8, retryAfter: 1 });
    expect((await keyed).status).toBe(200);
  });

  it('keep a quarter of the places of the process for the first answers of other callers', async () => {
    await start([held.route], { maxComputing: 16, callerBudgets: ROOMY });
    const greedy = Array.from({ length: 10 }, () => from('192.0.2.1', '/held'));
    await held.reached(10);

    const further = await from('192.0.2.1', '/held');
    const firsts = [2, 3, 4, 5].map((i) => from(`192.0.2.${i}`, '/held'));
    await held.reached(14);
    const tooMany = await from('192.0.2.6', '/held');
    held.letGo();
    await Promise.all(greedy);

    expect((await Promise.all(firsts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const refused of [further, tooMany]) {
      expect(refused.body['details']).toEqual({ budget: 'computing', scope: 'process', limit: 16, retryAfter: 1 });
    }
  });

  it('leave their place to others while they wait for an upstream', async () => {
    const waits = plainRoute('/waits', async (_deps, _input, { waiting }: Context) => {
      await waiting(held.wait);
      return { data: {} };
    });
    const quick = plainRoute('/quick', async () => ({ data: {} }));
    await start([waits, quick], { maxComputing: 1 });
    const under = Array.from({ length: 4 }, (_, i) => from(`192.0.2.${i}`, '/waits'));
    await held.reached(4);

    const beside = await from('192.0.2.50', '/quick');
    const tooMany = await from('192.0.2.51', '/waits');
    held.letGo();
    const answers = await Promise.all(under);
    const after = await from('192.0.2.52', '/quick');

    expect(beside.status).toBe(200);
    expect(tooMany.body['details']).toEqual({ budget: 'waiting', scope: 'process', limit: 4, retryAfter: 2 });
    expect([...answers, after].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('refuse nobody by the budget of another who asked for the same', async () => {
    const shared = plainRoute('/shared', async () => ({ data: {} }), 60);
    await start([held.route, shared], { callerBudgets: { ...ROOMY, computing: { withoutKey: 1, withKey: 1 } } });
    const under = from('192.0.2.1', '/held');
    await held.reached(1);

    const answers = await Promise.all([
      from('192.0.2.1', '/shared'),
      ...Array.from({ length: 5 }, (_, i) => from(`192.0.2.${i + 10}`, '/shared')),
    ]);
    held.letGo();
    await under;

    expect(answers.map(({ status }) => status)).toEqual([429, 200, 200, 200, 200, 200]);
  });
});

describe('answers that read much', () => {
  it('hold what they have read only while they have a place: they begin again when it is their turn', async () => {
    const holds = { rows: 0, most: 0, begun: 0 };
    const much = plainRoute('/much', async ({ databases }, _input, { charge }) => {
      holds.begun += 1;
      await charge(1);
      const { rows } = await sql`select generate_series(1, ${LARGE_ROWS + 1}::integer)`.execute(databases.read());
      holds.rows += rows.length;
      holds.most = Math.max(holds.most, holds.rows);
      try {
        await sql`select pg_sleep(0.2)`.execute(databases.read());
        return { data: {} };
      } finally {
        holds.rows -= rows.length;
      }
    });
    await start([much], { callerBudgets: ROOMY });

    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => from(`192.0.2.${i}`, '/much')));
    const again = await from('192.0.2.7', '/much');

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    // Two have places; another may have read what it is about to let go of.
    expect(holds.most).toBeLessThanOrEqual(3 * (LARGE_ROWS + 1));
    expect(holds.begun).toBe(2 * 8 + 2);
    // One of the request, and one that was charged once though the answer was begun twice.
    const [limit, remaining] = ['limit', 'remaining'].map((name) => Number(again.headers.get(`x-ratelimit-${name}`)));
    expect((limit ?? 0) - (remaining ?? 0)).toBe(4);
  });
});

describe('entries evaluated in a minute', () => {
  const small = plainRoute('/small', async ({ evaluated }) => {
    evaluated?.(60);
    return { data: {} };
  });
  /** What is evaluated from memory, such as a dependency graph, reads no rows. */
  const evaluates = plainRoute('/evaluates', async ({ evaluated }) => {
    evaluated?.(LARGE_ROWS + 1);
    return { data: {} };
  });
  const reads = plainRoute('/reads', async ({ databases }) => {
    await sql`select generate_series(1, ${LARGE_ROWS + 1}::integer)`.execute(databases.read());
    await sql`select 1`.execute(databases.read());
    return { data: {} };
  });
  const kept = plainRoute('/kept', async () => ({ data: {} }), 60);
  const callerBudgets = { ...ROOMY, entries: { withoutKey: 100, withKey: 1_000 } };

  it('are charged after the work, and once used up refuse large answers until the minute ends', async () => {
    await start([small, evaluates, reads, kept], { callerBudgets });
    await from('192.0.2.1', '/kept');
    const before = [await from('192.0.2.1', '/reads'), await from('192.0.2.1', '/small')];

    const overdraws = await from('192.0.2.1', '/evaluates');
    const refused = [await from('192.0.2.1', '/reads'), await from('192.0.2.1', '/evaluates')];
    const stillAnswered = [await from('192.0.2.1', '/small'), await from('192.0.2.1', '/kept')];
    const other = await from('192.0.2.2', '/reads');
    app.clock.now += 60_000;
    const later = await from('192.0.2.1', '/reads');

    expect([...before, overdraws].map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([429, '60']);
      expect(body['details']).toEqual({ budget: 'entries', scope: 'caller', limit: 100, retryAfter: 60 });
    }
    expect([...stillAnswered, other, later].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe('bytes in flight', () => {
  const MIB = 1 << 20;

  it('are of rows that answers are computed from, until they are computed', async () => {
    const reads = plainRoute('/reads', async ({ databases }) => {
      await sql`select generate_series(1, 3000)`.execute(databases.read());
      await held.wait();
      return { data: {} };
    });
    await start([reads], { callerBudgets: ROOMY, memoryBudget: 8 * MIB });
    const under = [1, 2].map((i) => from(`192.0.2.${i}`, '/reads'));
    await held.reached(2);

    const refused = await from('192.0.2.3', '/reads');
    held.letGo();
    const answers = await Promise.all(under);
    const after = await from('192.0.2.3', '/reads');

    expect(refused.body['details']).toEqual({ budget: 'memory', scope: 'process', limit: 8 * MIB, retryAfter: 5 });
    expect([...answers, after].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await bytesInFlight()).toBe(0);
  });

  it('are of large answers until their readers have taken them', async () => {
    // More than the buffers of a socket on loopback hold.
    const large = plainRoute('/large', async () => ({ data: { text: 'x'.repeat(24 * MIB) } }));
    await start([large], { callerBudgets: ROOMY, memoryBudget: 40 * MIB, trustedProxies: [] });
    const { hostname, port } = new URL(app.url);
    const slow = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
    slow.write('GET /api/v1/large HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(slow, 'readable');

    await vi.waitFor(async () => expect(await bytesInFlight()).toBeGreaterThan(24 * MIB));
    const refused = await app.get('/api/v1/large');
    slow.destroy();
    await vi.waitFor(async () => expect(await bytesInFlight()).toBe(0));
    const after = await app.get('/api/v1/large');

    expect([refused.status, refused.body['details'].budget, after.status]).toEqual([503, 'memory', 200]);
  });

  async function bytesInFlight(): Promise<number> {
    const metric = await app.registry.getSingleMetric('almanac_http_memory_bytes')?.get();
    return metric?.values[0]?.value ?? Number.NaN;
  }
});

describe('open connections', () => {
  const callerBudgets = { ...ROOMY, connections: { withoutKey: 2, withKey: 2 } };
  const plain = plainRoute('/plain', async () => ({ data: {} }));
  const REQUEST = 'GET /api/v1/plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

  async function silent(localAddress: string): Promise<Socket> {
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    await once(socket, 'connect');
    return socket;
  }

  it('are bounded for one address, which is told so, and not for others', async () => {
    await start([plain], { callerBudgets, trustedProxies: [] });
    const held = [await silent('127.0.0.1'), await silent('127.0.0.1')];

    const refused = await exchange(app.url, '');
    const other = await silent('127.0.0.2');
    other.write(REQUEST);
    const [answer] = (await once(other, 'data')) as [Buffer];
    held[0]?.destroy();
    await vi.waitFor(async () => expect(statusesIn(await exchange(app.url, REQUEST))).toEqual([200]));
    held[1]?.destroy();

    expect(statusesIn(refused)).toEqual([429]);
    expect(refused).toContain('Retry-After: 5');
    expect(refused).toContain('"details":{"budget":"connections","scope":"caller","limit":2,"retryAfter":5}');
    expect(statusesIn(answer.toString())).toEqual([200]);
  });

  it('have no bound for a trusted proxy', async () => {
    await start([plain], { callerBudgets, trustedProxies: ['127.0.0.0/8'] });
    const held = [await silent('127.0.0.1'), await silent('127.0.0.1')];

    const answered = await exchange(app.url, REQUEST);
    for (const socket of held) socket.destroy();

    expect(statusesIn(answered)).toEqual([200]);
  });
});

describe('requests of an IPv6 /48', () => {
  it('are a few times those of one /64, and the headers stay those of the caller', async () => {
    const few = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, 2])) as HttpSettings['rates'];
    await start([plainRoute('/plain', async () => ({ data: {} }))], { rates: few });

    const statuses: number[] = [];
    for (let i = 0; i < 2 * NETWORK_SHARES; i += 1) statuses.push((await from(`2001:db8:1:${i}::1`, '/plain')).status);
    const next = await from('2001:db8:1:ffff::1', '/plain');
    const elsewhere = await from('2001:db8:2::1', '/plain');

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([next.status, next.body['code'], next.body['details'].budget]).toEqual([429, 'BUDGET_EXCEEDED', 'network']);
    expect(next.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(elsewhere.status).toBe(200);
  });
});

function from(address: string, path: string): Promise<Checked> {
  return app.get(`/api/v1${path}`, { headers: { 'x-forwarded-for': address } });
}

interface Held {
  readonly route: Route;
  readonly wait: () => Promise<void>;
  /** Resolves when so many are being computed. */
  reached(count: number): Promise<void>;
  letGo(): void;
}

/** Work that ends when the test says so. */
function holding(): Held {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const wait = () => {
    count += 1;
    return promise;
  };
  return {
    wait,
    route: plainRoute('/held', async () => {
      await wait();
      return { data: {} };
    }),
    reached: (wanted) => vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(wanted), { timeout: 5_000 }),
    letGo: resolve,
  };
}
