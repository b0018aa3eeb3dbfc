import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { rebuildProjectionsTask } from '../../src/ingest/tasks/rebuild-projections.ts';
import { startWorker, type Worker, type WorkerIntervals } from '../../src/ingest/worker.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { outdatedProjections } from '../../src/store/projections/projection-versions.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { fillEvidence } from '../support/worlds/filled-store.ts';

const intervals: WorkerIntervals = { beatMs: 1_000, silenceMs: 20_000, checkMs: 5_000, pollMs: 100 };

let database: TestDatabase;
let databases: AlmanacDatabases;
let workers: Worker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker' });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await database.reset();
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

/** Returns the names of the projections that it rebuilds. */
async function start(): Promise<readonly string[]> {
  const { primary: db, pool } = databases;
  const rebuilt: string[] = [];
  const log = { ...silentLog, info: (fields: object) => void rebuilt.push(String(Object.values(fields)[0])) };
  const http = { get: () => Promise.reject(), download: () => Promise.reject() };
  const deps = { db, pool, http, feeds: new Map(), now: () => new Date(), release: 'test', log };
  const tasks = { 'rebuild-projections': rebuildProjectionsTask(deps) };
  workers.push(await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 1, intervals));
  return rebuilt;
}

const outdated = async () => (await outdatedProjections(databases.primary)).map(({ name }) => name);

async function kevRows(): Promise<unknown[]> {
  const { rows } = await sql`select * from kev order by cve_id, known_from`.execute(databases.primary);
  return rows;
}

describe('a worker that starts', () => {
  it('rebuilds, in the order of writing, what another release has filled or none', async () => {
    await fillEvidence(databases.primary);
    const before = await kevRows();
    await sql`delete from kev where known_to is null`.execute(databases.primary);

    const rebuilt = await start();

    await vi.waitFor(async () => expect(await outdated()).toEqual([]), 20_000);
    await vi.waitFor(() => expect(rebuilt).toEqual(PROJECTIONS.map(({ name }) => name)), 5_000);
    expect(before).not.toEqual([]);
    expect(await kevRows()).toEqual(before);
  });

  it('leaves alone what is current, however many start', async () => {
    await sql`
      insert into projection_version (name, version, state, started_at)
      select name, version, 'current', now()
      from unnest(${PROJECTIONS.map(({ name }) => name)}::text[], ${PROJECTIONS.map(({ version }) => version)}::integer[])
           as given (name, version)`.execute(databases.primary);
    await sql`update projection_version set version = version - 1 where name = 'cve'`.execute(databases.primary);

    const rebuilt = await Promise.all([start(), start()]);

    await vi.waitFor(async () => expect(await outdated()).toEqual([]), 20_000);
    await vi.waitFor(() => expect(rebuilt.flat()).toEqual(['cve']), 5_000);
  });
});
