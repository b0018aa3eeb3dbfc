import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inSlices } from '../../src/platform/in-slices.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { plainRoute } from '../support/routes.ts';

const OVERLOADED = { status: 503, body: { code: 'OVERLOADED' } };

describe('a computation that is answered before it has ended', () => {
  it('keeps its slot until then', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const deaf = plainRoute('/deaf', async () => {
      await ended;
      return { data: {} };
    });
    const quick = plainRoute('/quick', async () => ({ data: {} }));
    await using app = await testApp({ routes: [deaf, quick], settings: { deadlineMs: 50, maxComputing: 1 } });

    expect(await app.get('/api/v1/deaf')).toMatchObject(OVERLOADED);

    expect(await slots(app)).toEqual({ computing: 1, overdue: 1 });
    expect(await app.get('/api/v1/quick')).toMatchObject(OVERLOADED);
    end();
    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    expect((await app.get('/api/v1/quick')).status).toBe(200);
  });

  it('ends at the next slice', async () => {
    let steps = 0;
    const endless = plainRoute('/endless', async ({ signal }) => {
      await inSlices(forEver(), signal);
      return { data: {} };
    });
    function* forEver(): Generator<void, void> {
      for (;;) {
        steps += 1;
        yield;
      }
    }
    await using app = await testApp({ routes: [endless], settings: { deadlineMs: 50 } });

    expect(await app.get('/api/v1/endless')).toMatchObject(OVERLOADED);
    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));

    const before = steps;
    await new Promise(setImmediate);
    expect(steps).toBe(before);
  });
});

describe('statements of a computation', () => {
  let database: TestDatabase;
  let owner: AlmanacDatabases;
  beforeAll(async () => {
    database = await createTestDatabase();
    // Without the role of the API, which sees no statements but its own.
    owner = openTestDatabases(database.url);
  });
  afterAll(async () => {
    await owner.close();
    await database.close();
  });

  const sleeping = (cache = 0) =>
    plainRoute(
      '/sleep',
      async ({ databases }) => {
        await databases.readWithFallback((db) => sql`select pg_sleep(600)`.execute(db));
        return { data: {} };
      },
      cache,
    );

  it('are cancelled on the server when the time is up', async () => {
    await using app = await testApp({
      databaseUrl: database.url,
      routes: [sleeping()],
      settings: { deadlineMs: 300 },
    });

    expect(await app.get('/api/v1/sleep')).toMatchObject(OVERLOADED);

    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    expect(await asleep()).toBe(0);
  });

  it('are also cancelled inside a transaction, and its connection is not used again', async () => {
    const transaction = plainRoute('/transaction', async ({ databases }) => {
      await databases.primary.transaction().execute(async (trx) => {
        await sql`create temporary table left_over (id int)`.execute(trx);
        await sql`select pg_sleep(600)`.execute(trx);
      });
      return { data: {} };
    });
    const looking = plainRoute('/looking', async ({ databases }) => {
      const { rows } = await sql<{ name: string | null; xact: boolean }>`
        select to_regclass('left_over')::text as name, pg_current_xact_id_if_assigned() is not null as xact`.execute(
        databases.primary,
      );
      return { data: { ...rows[0] } };
    });
    await using app = await testApp({
      databaseUrl: database.url,
      routes: [transaction, looking],
      settings: { deadlineMs: 300 },
    });

    expect(await app.get('/api/v1/transaction')).toMatchObject(OVERLOADED);

    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    for (let i = 0; i < 3; i += 1) {
      expect((await app.get('/api/v1/looking')).body['data']).toEqual({ name: null, xact: false });
    }
    expect(await asleep()).toBe(0);
  });

  it('are cancelled when the caller goes away', async () => {
    await using app = await testApp({ databaseUrl: database.url, routes: [sleeping()] });
    const caller = new AbortController();
    const asked = fetch(`${app.url}/api/v1/sleep`, { signal: caller.signal });
    await vi.waitFor(async () => expect(await asleep()).toBe(1));

    caller.abort();

    await expect(asked).rejects.toThrow();
    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    expect(await asleep()).toBe(0);
  });

  it('go on while one of several callers waits for the same answer', async () => {
    await using app = await testApp({ databaseUrl: database.url, routes: [sleeping(60)] });
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [first, second].map(({ signal }) => fetch(`${app.url}/api/v1/sleep`, { signal }));
    await vi.waitFor(async () => expect(await asleep()).toBe(1));

    first.abort();
    await expect(asked[0]).rejects.toThrow();
    expect(await asleep()).toBe(1);
    second.abort();

    await expect(asked[1]).rejects.toThrow();
    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    expect(await asleep()).toBe(0);
  });

  it('that wait for a connection are given up, and the connection goes to who comes next', async () => {
    await using app = await testApp({
      databaseUrl: database.url,
      routes: [
        plainRoute('/many', async ({ databases }) => {
          await Promise.all(Array.from({ length: 40 }, () => sql`select pg_sleep(600)`.execute(databases.primary)));
          return { data: {} };
        }),
        plainRoute('/one', async ({ databases }) => {
          await sql`select 1`.execute(databases.primary);
          return { data: {} };
        }),
      ],
      settings: { deadlineMs: 400 },
    });

    expect(await app.get('/api/v1/many')).toMatchObject(OVERLOADED);

    await vi.waitFor(async () => expect(await slots(app)).toEqual({ computing: 0, overdue: 0 }));
    await vi.waitFor(async () => expect(await asleep()).toBe(0));
    expect((await app.get('/api/v1/one')).status).toBe(200);
  });

  /** Statements that are running. */
  async function asleep(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(owner.primary);
    return rows[0]?.count ?? -1;
  }
});

async function slots({ registry }: TestApp): Promise<{ computing: number; overdue: number }> {
  const value = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? -1;
  return { computing: await value('almanac_http_computing'), overdue: await value('almanac_http_overdue') };
}
