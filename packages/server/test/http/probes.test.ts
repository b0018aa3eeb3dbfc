import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RATES } from '@almanac/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSettings } from '../../src/http/settings.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { clusterUnavailable, startPostgres } from '../support/processes/postgres-cluster.ts';

const ONE_EACH = Object.fromEntries(Object.keys(RATES).map((rate) => [rate, 1])) as HttpSettings['rates'];

const ALL = { database: 'ok', schema: 'ok', replica: 'none', cache: 'unavailable' };

describe('without a database', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ settings: { rates: ONE_EACH } });
  });
  afterAll(() => app.close());

  it.each([
    ['/livez', 200, { status: 'ok' }],
    ['/readyz', 503, { status: 'not_ready', checks: { ...ALL, database: 'unavailable', schema: 'unknown' } }],
    ['/readyz?exclude=database', 200, { status: 'ready' }],
    ['/readyz?exclude=cache', 503, { status: 'not_ready' }],
    ['/readyz?exclude=cache&exclude=database', 200, { status: 'ready' }],
  ])('%s answers %i', async (path, status, body) => {
    const answer = await fetch(app.url + path);

    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await answer.json()).toMatchObject(body);
  });

  it.each(['/livez', '/readyz'])('%s has no rate limit', async (path) => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(app.url + path)));

    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    expect(answers[0]?.headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('answers HEAD, and refuses what would change something', async () => {
    const [head, post] = await Promise.all(['HEAD', 'POST'].map((method) => fetch(`${app.url}/livez`, { method })));

    expect([head?.status, await head?.text()]).toEqual([200, '']);
    expect([post?.status, post?.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('counts probes, and logs only what fails', async () => {
    await using quiet = await testApp();

    await Promise.all(['/livez', '/readyz'].map((path) => fetch(quiet.url + path)));

    const lines = quiet.logged.map((line) => JSON.parse(line) as { level: string; route?: string });
    const levels = lines.flatMap(({ level, route }) => (route === undefined ? [] : [`${level} ${route}`]));
    expect(levels.toSorted()).toEqual(['debug GET /livez', 'warn GET /readyz']);
    expect(await quiet.registry.metrics()).toContain('almanac_http_requests_total{route="GET /livez",status="200"');
  });
});

it('/readyz gives up on a database that accepts connections and never answers', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await using app = await testApp({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/nothing` });

  const { status } = await fetch(`${app.url}/readyz`, { signal: AbortSignal.timeout(4_000) });

  expect(status).toBe(503);
  server.close();
});

it.skipIf(clusterUnavailable !== null)(
  '/readyz answers within two seconds while PostgreSQL is frozen, holds one connection, and recovers',
  async () => {
    await using server = await startPostgres();
    await using own = await createTestDatabase(server.url);
    await using app = await testApp({ databaseUrl: own.url });
    const ask = async () => {
      const from = performance.now();
      const { status } = await fetch(`${app.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
      return { status, isInTime: performance.now() - from < 2_000 };
    };
    expect(await ask()).toMatchObject({ status: 200 });
    await sleep(1_100);

    await server.freeze();
    const frozen = [];
    try {
      for (let round = 0; round < 4; round += 1) frozen.push(await ask());
      expect(frozen).toEqual(Array.from({ length: 4 }, () => ({ status: 503, isInTime: true })));
      expect(app.pool.totalCount - app.pool.idleCount).toBe(1);
    } finally {
      await server.thaw();
    }

    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200);
  },
);

describe('/readyz with a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it('is ready without Redis, since Redis costs speed and no answer', async () => {
    await using app = await testApp({ databaseUrl: database.url });

    const answer = await fetch(`${app.url}/readyz`);

    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', checks: ALL }]);
  });

  it('reads the database once for all who ask within a second', async () => {
    await using app = await testApp({ databaseUrl: database.url });

    await Promise.all(Array.from({ length: 50 }, () => fetch(`${app.url}/readyz`)));

    expect(app.statements).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      'lacks the newest migration',
      'delete from schema_migration where name = (select max(name) from schema_migration)',
    ],
    ['has no tables of ours', 'alter table schema_migration rename to other'],
  ])('is not ready where the schema %s, whatever is excluded', async (_what, statement) => {
    await using own = await createTestDatabase();
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    await client.query(statement);
    await client.end();
    await using app = await testApp({ databaseUrl: own.url });

    const answer = await fetch(`${app.url}/readyz?exclude=database`);

    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'not_ready', checks: { ...ALL, schema: 'behind' } },
    ]);
  });
});
