import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestRefresh } from '../../src/app/sources/request-refresh.ts';
import { startWorker, type Worker, type WorkerIntervals } from '../../src/ingest/worker.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { killWorkerMidRun, silentLog, undisturbedState } from '../support/kills/worker-kill.ts';

const intervals: WorkerIntervals = { beatMs: 100, silenceMs: 800, checkMs: 200, pollMs: 100 };

let database: TestDatabase;
let databases: AlmanacDatabases;
let api: AlmanacDatabases;
let workers: Worker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker' });
  api = openTestDatabases(database.url, { role: 'almanac_api' });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await database.reset();
});
afterAll(async () => {
  await Promise.all([databases.close(), api.close()]);
  await database.close();
});

async function start(tasks: TaskList): Promise<Worker> {
  const { primary: db, pool } = databases;
  const worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 1, intervals);
  workers.push(worker);
  return worker;
}

const addJob = (task: string) => sql`select graphile_worker.add_job(${task})`.execute(databases.primary);
const requestKev = () => requestRefresh({ db: api.primary }, { source: 'kev', priority: 'person' });
const heartbeats = () => databases.primary.selectFrom('worker_heartbeat').selectAll().execute();

describe('a worker that is killed', () => {
  let undisturbed: unknown;
  beforeAll(async () => {
    undisturbed = await undisturbedState();
  });

  it.each([
    ['before anything is stored', 50],
    ['just after a batch', 101],
    ['between two batches', 121],
    ['with everything stored but the position', 152],
  ])('%s is replaced by another, and in the end nothing tells the difference', async (_name, items) => {
    const { runs, state } = await killWorkerMidRun(items, intervals);

    expect(runs).toEqual(['abandoned', 'ok']);
    expect(state).toEqual(undisturbed);
  });
});

describe('the jobs of a worker', () => {
  it('stay its own for as long as it lives', async () => {
    let started = 0;
    const slow = async () => {
      started += 1;
      await sleep(3 * intervals.silenceMs);
    };
    await addJob('slow');

    await Promise.all([start({ slow }), start({ slow })]);
    await vi.waitFor(() => expect(started).toBe(1), 5_000);
    await sleep(2 * intervals.silenceMs);

    expect(started).toBe(1);
    expect(await heartbeats()).toHaveLength(2);
  });

  it('are set free when it never signed on and is not heard of', async () => {
    let done = 0;
    await addJob('task');
    await sql`update graphile_worker._private_jobs set locked_by = 'ghost', locked_at = now() - interval '1 hour'`.execute(
      databases.primary,
    );

    await start({ task: () => void (done += 1) });

    await vi.waitFor(() => expect(done).toBe(1), 5_000);
  });

  it('are done once when they were asked for again before its death was noticed', async () => {
    let done = 0;
    const ask = sql`select graphile_worker.add_job('task', job_key => 'only-one')`;
    await ask.execute(databases.primary);
    await sql`update graphile_worker._private_jobs set locked_by = 'ghost', locked_at = now() - interval '1 hour'`.execute(
      databases.primary,
    );
    await ask.execute(databases.primary);

    await start({ task: () => void (done += 1) });

    const left = () => sql`select id from graphile_worker.jobs`.execute(databases.primary);
    await vi.waitFor(async () => expect((await left()).rows).toEqual([]), 5_000);
    expect(done).toBe(1);
  });

  it('are finished when it is told to stop, and it signs off', async () => {
    let state = 'waiting';
    await addJob('task');
    const worker = await start({
      task: async () => {
        state = 'running';
        await sleep(500);
        state = 'done';
      },
    });
    await vi.waitFor(() => expect(state).toBe('running'), 5_000);

    await worker.stop();

    workers = [];
    expect(state).toBe('done');
    expect(await heartbeats()).toEqual([]);
  });
});

describe('a request of the API', () => {
  it('reaches a worker as one job, however often it is made', async () => {
    const payloads: unknown[] = [];

    const ids = await Promise.all(['once', 'twice', 'again'].map(() => requestKev()));
    await start({ 'run-source': (payload) => void payloads.push(payload) });

    await vi.waitFor(() => expect(payloads).toEqual([{ source: 'kev' }]), 5_000);
    expect(new Set(ids).size).toBe(1);
  });

  it('goes before what the timetable asks for', async () => {
    const order: unknown[] = [];
    await sql`select graphile_worker.add_job('run-source', '{"source":"timetable"}')`.execute(databases.primary);
    await requestKev();

    await start({ 'run-source': (payload) => void order.push(payload) });

    await vi.waitFor(() => expect(order).toEqual([{ source: 'kev' }, { source: 'timetable' }]), 5_000);
  });

  it.each([
    ['a task that is not on the list', sql`select job.request('drop-everything', '{}', 'key')`],
    ['no task', sql`select job.request(null, '{}', 'key')`],
    ['no key', sql`select job.request('run-source', '{}', null)`],
    ['an enormous payload', sql`select job.request('run-source', json_build_object('key', repeat('x', 5000)), 'key')`],
    ['what is for operators', sql`select job.request('run-source', '{"acceptRemovals":true}', 'key')`],
    ['no object', sql`select job.request('run-source', '[]', 'key')`],
    ['nothing', sql`select job.request('run-source', null, 'key')`],
  ])('for %s is refused', async (_name, request) => {
    await expect(request.execute(api.primary)).rejects.toThrow(/may not be requested|needs a key|may name its source/);
  });
});
