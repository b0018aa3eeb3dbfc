import { KEV_FEED_PATH, kev, startTwin } from '@almanac/twins';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { startWorker } from '../../src/ingest/worker.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { kevWorld } from '../support/worlds/kev-world.ts';

const SLOW = { timeout: 20_000, interval: 100 };

it('a worker counts what its sources bring, once for many changes, a while after the first', async () => {
  await using stack = new AsyncDisposableStack();
  const twin = stack.use(await startTwin(kev(kevWorld)));
  const database = stack.use(await createTestDatabase());
  const url = twin.url + KEV_FEED_PATH;
  const { primary: db, pool, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  stack.defer(close);
  const http = openHttpClient({ allow: [url], userAgent: 'Almanac/test' });
  stack.defer(() => http.close());
  const feeds = openFeeds({ kev: { url } });
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date() });
  const intervals = { beatMs: 1_000, silenceMs: 60_000, checkMs: 20_000, pollMs: 100 };
  const worker = await startWorker({ db, pool, tasks, timetable: [], feeds, log: silentLog }, 2, intervals);
  stack.defer(() => worker.stop());
  const app = stack.use(await testApp({ routes: ROUTES, databaseUrl: database.url }));

  const waiting = async () => {
    const { rows } = await sql<{ delay: number; priority: number; queue: string }>`
      select round(extract(epoch from run_at - created_at))::integer as delay, priority, queue_name as queue
      from graphile_worker.jobs where key = 'compute-aggregates'`.execute(db);
    return rows;
  };
  await vi.waitFor(async () => {
    const run = await db.selectFrom('run').select(['state', 'changed']).executeTakeFirst();
    expect(run).toEqual({ state: 'ok', changed: 150 });
  }, SLOW);
  expect(await waiting()).toEqual([{ delay: 300, priority: 10, queue: 'aggregates' }]);
  expect((await app.get('/api/v1/data-quality/stats')).body['code']).toBe('NOT_COMPUTED_YET');

  await sql`update graphile_worker._private_jobs set run_at = now() where key = 'compute-aggregates'`.execute(db);

  await vi.waitFor(async () => expect((await app.get('/api/v1/data-quality/stats')).status).toBe(200), SLOW);
  const { body } = await app.get('/api/v1/data-quality/stats');
  expect([body['data'].total, body['data'].missingFields.cveListRecord]).toEqual([150, 150]);
  // Of the CVE list and of advisories nothing has been read: what they say is not known, and not zero.
  expect((await app.get('/api/v1/severity-breakdown')).body['code']).toBe('NOT_COMPUTED_YET');
}, 60_000);
