import { oauth, startTwin } from '@almanac/twins';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { CLIENT, type Provider, startProvider } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';

/** Tokens and keys are secrets of others: after a request they must be found nowhere, valid or not (reliability.md, S12). */
describe.skipIf(redisUnavailable !== null)('a token or a key', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let provider: Provider;
  let app: TestApp;
  /** Every body that was sent to a caller. */
  const sent: string[] = [];

  beforeAll(async () => {
    [database, redis, provider] = await Promise.all([createTestDatabase(), startRedis(), startProvider()]);
    const access = provider.settings('open', { withSecret: true });
    app = await testApp({
      routes: ROUTES,
      pages: PAGES,
      databaseUrl: database.url,
      redis: await redis.guarded(),
      access,
    });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([database.close(), redis.close(), provider[Symbol.asyncDispose]()]);
  });

  it('that is taken leaves a hash of the key and nothing of the token', async () => {
    const token = provider.people.issue({ id: 1, login: 'one' }, CLIENT);

    const first = await ask({ token });
    const key: string = first.body['data'].apiKey;
    for (const path of ['/api/v1/ghsa', '/api/v1/version', '/api/v1/sources', '/', '/nothing']) await show(path, key);
    const again = await ask({ token });
    const rotated = await ask({ token, rotate: true });
    const printed = await run({ DATABASE_URL: database.url }, ['access', 'list']);

    expect([first.status, again.status, rotated.status, printed.code]).toEqual([201, 200, 201, 0]);
    sent.splice(sent.indexOf(first.text), 1); // it is meant to hold the key
    sent.splice(sent.indexOf(rotated.text), 1);
    await expectNoTrace([token, key, rotated.body['data'].apiKey, key.slice(-35)], [printed.out]);
  });

  it.each(['gho_c4n4ryc4n4ryc4n4ryc4n4ryc4n4ryc4n4ry', `alm_c4n4ry${'-'.repeat(37)}`, 'c4n4ry-c4n4ry'])(
    'that is not taken leaves nothing, wherever it was sent: %s',
    async (canary) => {
      const json = { 'content-type': 'application/json' };
      const address = '/api/v1/request-access';
      const bodies = [
        { token: canary },
        { token: canary, rotate: true },
        { token: `${canary} ` },
        { token: [canary] },
        { token: { [canary]: canary } },
        { token: canary.repeat(40) },
        { rotate: canary },
        { tokn: canary },
        [canary],
      ];
      for (const body of bodies) await ask(body);
      await keep(app.get(address, { method: 'POST', headers: json, body: `{"token":"${canary}"` }));
      await keep(app.get(address, { method: 'POST', headers: { 'content-type': canary }, body: canary }));
      await keep(app.get(`${address}?token=${canary}`, { method: 'POST', headers: json, body: '{}' }));
      for (const path of ['/api/v1/ghsa', '/api/v1/sources', '/api/v1/search?q=x', '/', '/nothing', address]) {
        await show(path, canary);
        await keep(app.get(path, { headers: { authorization: `token ${canary}` } }));
        await keep(app.get(path, { headers: { 'x-api-key': canary, cookie: `key=${canary}` } }));
      }
      for (const name of ['token', 'access_token', 'key', 'api_key', 'apikey', 'auth'])
        for (const path of ['/api/v1/ghsa', '/api/v1/sources'])
          await keep(app.get(`${path}?${name}=${canary}`, { headers: { authorization: `Bearer ${canary}` } }));

      await expectNoTrace([canary]);
    },
  );

  it.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 401 },
    { kind: 'reset' },
    { kind: 'html' },
    { kind: 'garbage' },
    { kind: 'truncation' },
  ] as const)('leaves nothing when the provider fails under it: %j', async (fault) => {
    const token = provider.people.issue({ id: 2, login: 'two' }, CLIENT);
    provider.twin.faults.set(fault);

    const answer = await ask({ token });
    provider.twin.faults.clear();

    expect([answer.status, answer.body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    await expectNoTrace([token]);
  });

  it('leaves nothing when the provider says it back, and goes to no other host', async () => {
    const token = provider.people.issue({ id: 3, login: 'three' }, CLIENT);
    await using elsewhere = await startTwin(oauth({ clients: [] }));
    provider.twin.faults.set({ kind: 'redirect', to: `${elsewhere.url}/user?token=${token}` });
    const redirected = await ask({ token });
    provider.twin.faults.clear();
    await using echo = await startTwin({
      source: 'echo',
      documentFaults: [],
      open: () => [
        {
          path: '/applications/:client/token',
          method: 'POST',
          handle: ({ body }) => ({ type: 'application/json', body: Buffer.from(`no JSON: ${body.toString()}`) }),
        },
      ],
    });
    const settings = provider.settings('open', { withSecret: true });
    const { openIdentityProvider } = await import('../../src/platform/identity-provider.ts');
    const saysBack = openIdentityProvider({ apiUrl: echo.url, userAgent: 'x', clientId: CLIENT, clientSecret: 's' });
    await using other = await testApp({
      routes: ROUTES,
      databaseUrl: database.url,
      access: { ...settings, provider: saysBack },
    });
    const echoed = await other.get('/api/v1/request-access', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });

    expect([redirected.status, echoed.status]).toEqual([503, 503]);
    expect(elsewhere.requests).toEqual([]);
    await expectNoTrace([token], [...other.logged, echoed.text]);
  });

  function ask(body: unknown) {
    const headers = { 'content-type': 'application/json' };
    return keep(app.get('/api/v1/request-access', { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  function show(path: string, key: string) {
    return keep(app.get(path, { headers: { authorization: `Bearer ${key}` } }));
  }

  async function keep<T extends { text: string }>(answer: Promise<T>): Promise<T> {
    const known = await answer;
    sent.push(known.text);
    return known;
  }

  async function expectNoTrace(canaries: readonly string[], more: readonly string[] = []): Promise<void> {
    const places = new Map([
      ['log', app.logged],
      ['metrics', [await app.registry.metrics()]],
      ['answers', sent],
      ['more', more],
      ['redis', await everythingInRedis()],
      ['database', await everyRow()],
    ]);
    const found = [...places].flatMap(([place, texts]) =>
      canaries.flatMap((canary) =>
        [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64')].flatMap((form) =>
          texts.filter((text) => text.includes(form)).map((text) => `${place}: ${text.slice(0, 200)}`),
        ),
      ),
    );
    expect(found).toEqual([]);
  }

  async function everythingInRedis(): Promise<string[]> {
    const keys = await redis.client.keys('*');
    return Promise.all(keys.map(async (key) => `${key} ${(await redis.client.getBuffer(key))?.toString('latin1')}`));
  }

  /** Of every table of every schema, the queue's among them, bytes as hexadecimal digits. */
  async function everyRow(): Promise<string[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.account', 'public.api_key']));
      const all: string[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
        all.push(...rows.map(({ row }) => `${name} ${row}`));
      }
      return all;
    } finally {
      await client.end();
    }
  }
});
