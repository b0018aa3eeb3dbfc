import { CALLER_BUDGETS } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batch } from '../../src/http/routes/cve/batch.ts';
import { dossier } from '../../src/http/routes/cve/dossier.ts';
import { ingest } from '../../src/http/routes/cve/ingest.ts';
import { lookup } from '../../src/http/routes/cve/lookup.ts';
import { repology } from '../../src/http/routes/packages/repology.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { startWorker, type Worker } from '../../src/ingest/worker.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { ROOMY } from '../support/roomy.ts';
import { sourceDeps } from '../support/source-deps.ts';
import { madeFeed } from '../support/worlds/made-source.ts';

const OWN = CALLER_BUDGETS.liveFetches.withoutKey;
const LIMITED = { callerBudgets: { ...ROOMY, liveFetches: CALLER_BUDGETS.liveFetches } };

let app: TestApp;
let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 20 });
});
afterEach(async () => {
  await app.close();
  await database.reset();
  await sql`delete from graphile_worker._private_jobs`.execute(databases.primary);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

async function start(options: TestAppOptions = {}): Promise<void> {
  const routes = [batch, dossier, ingest, lookup, repology];
  app = await testApp({ routes, databaseUrl: database.url, ...options });
}

describe('ids that nobody has', () => {
  it('are fetched within a budget of the caller, one for each id; what is stored is answered all the same', async () => {
    await start({ settings: LIMITED });

    const many = await ask(made(1, 50));
    const one = await app.get('/api/v1/cve/CVE-2020-99001');
    const byName = await app.get('/api/v1/repology/made-up');
    app.clock.now += 60_000;
    const later = await app.get('/api/v1/cve/CVE-2020-99001');

    expect(new Set(many.body['data'].results.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['unavailable']),
    );
    expect([one.status, one.body['code']]).toEqual([429, 'BUDGET_EXCEEDED']);
    expect(one.body['details']).toMatchObject({ budget: 'liveFetches', scope: 'caller', limit: OWN });
    expect(byName.body['details'].budget).toBe('liveFetches');
    expect([later.status, later.body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    expect(await jobs()).toBe(OWN + 1);
  });

  it('fill no more of the queue than it may hold, and leave a fifth of it to callers with a key', async () => {
    await start({ liveFetchQueue: 10 });
    const { key } = await grantedKey(databases.primary);
    const headers = { authorization: `Bearer ${key}` };

    for (let i = 0; i < 3; i += 1) await ask(made(50 * i, 50));
    const waiting = await jobs();
    const refused = await app.get('/api/v1/cve/CVE-2020-99001');
    const behind = await app.get('/api/v1/repology/made-up');
    const keyed = await app.get('/api/v1/cve/CVE-2020-99002', { headers });

    expect(waiting).toBe(8);
    expect([refused.status, refused.body['code']]).toEqual([503, 'OVERLOADED']);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body['details']).toEqual({ budget: 'liveFetchQueue', scope: 'process', limit: 10, retryAfter: 30 });
    expect(behind.body['details'].budget).toBe('liveFetchQueue');
    expect(keyed.body['code']).toBe('UPSTREAM_UNAVAILABLE'); // nobody answers here, and it was queued
    expect(await jobs()).toBe(9);
  });

  it('make room again when nobody waits for them any more', async () => {
    await start({ liveFetchQueue: 5 });
    for (let i = 0; i < 6; i += 1) await app.get(`/api/v1/cve/CVE-2020-9900${i}`);
    const full = await jobs();
    await sql`
      update graphile_worker._private_jobs
      set payload = jsonb_set(payload::jsonb, '{expiresAt}', '"2020-01-01T00:00:00.000Z"')::json`.execute(
      databases.primary,
    );

    const next = await app.get('/api/v1/cve/CVE-2020-99009');

    expect(full).toBe(4);
    expect(next.body['code']).toBe('UPSTREAM_UNAVAILABLE');
    expect(await jobs()).toBe(1);
  });
});

describe('a job that nobody waits for any more', () => {
  it('is dropped without asking the upstream', async () => {
    await start();
    await app.get('/api/v1/repology/expired');
    await sql`
      update graphile_worker._private_jobs
      set payload = jsonb_set(payload::jsonb, '{expiresAt}', '"2020-01-01T00:00:00.000Z"')::json`.execute(
      databases.primary,
    );
    await app.get('/api/v1/repology/awaited');
    const asked: string[] = [];

    const worker = await startFetching(asked);
    await expect.poll(jobs, { timeout: 10_000 }).toBe(0);
    await worker.stop();

    expect(asked).toEqual(['awaited']);
  });
});

async function startFetching(asked: string[]): Promise<Worker> {
  const feed = madeFeed(
    {},
    {
      fetchOne: async (key) => {
        asked.push(key);
        return 'absent';
      },
    },
  );
  const { primary: db, pool } = databases;
  const feeds = new Map([['repology', feed]]) as never;
  const tasks = taskList({
    db,
    pool,
    release: 'test',
    http: sourceDeps({}).http,
    feeds,
    log: silentLog,
    now: () => new Date(),
  });
  const deps = { db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog };
  return startWorker(deps, 2, { beatMs: 1_000, silenceMs: 10_000, checkMs: 5_000, pollMs: 50 });
}

function made(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `CVE-2020-${80_000 + from + i}`);
}

function ask(ids: readonly string[]) {
  const body = JSON.stringify({ ids, view: 'brief' });
  return app.get('/api/v1/cve/batch', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

async function jobs(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'refresh-record'`.execute(
    databases.primary,
  );
  return rows[0]?.count ?? 0;
}
