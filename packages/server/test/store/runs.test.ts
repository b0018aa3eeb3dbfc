import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/platform/postgres.ts';
import { changeNumbers } from '../../src/queries/change-numbers.ts';
import type { Database, Db } from '../../src/store/database.ts';
import { finishRun, liveRecords, type Run, recordProgress, recordRun, startRun } from '../../src/store/runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { planOf, rowsRead, type Statement } from '../support/plans.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const KEV = 7;
const NOW = new Date('2026-01-01T00:00:00Z');
const NONE = { seen: 0, changed: 0, removed: 0, unreadable: 0 };

let database: TestDatabase;
let pool: Pool;
let owner: Pool;
let db: Db;
const statements: Statement[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const options = { url: database.url, applicationName: 'almanac-test', max: 3, onError: () => {} };
  // A statement that waits is one that takes too long.
  pool = openPool({ ...options, role: 'almanac_worker', statementTimeoutMs: 500 });
  owner = openPool(options);
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
});
beforeEach(() => database.reset());
afterAll(async () => {
  await db.destroy();
  await owner.end();
  await database.close();
});

const progress = (run: Run, changed: number) =>
  db.transaction().execute((trx) => recordProgress(trx, run, { ...NONE, seen: changed, changed }));
const runs = () => db.selectFrom('run').select(['state', 'live']).orderBy('id').execute();

async function putEntries(count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, i) => `CVE-2026-${1_000 + i}`);
  await projectionStore(db).put('kev', Object.fromEntries(keys.map((cveID) => [cveID, { cveID }])), NOW);
}

describe('the records of a source', () => {
  it('are counted in steps, however many there are', async () => {
    await putEntries(35);
    await projectionStore(db).put('kev', { 'CVE-2026-1003': null }, new Date('2026-01-02T00:00:00Z'));

    const counts = [];
    for (const step of [1, 7, 10, 34, 35, 36, 1_000]) counts.push(await liveRecords(db, KEV, step));

    expect(counts).toEqual(counts.map(() => 34));
  });

  it('that cannot be counted do not keep a run from its end, and the next run counts them', async () => {
    await putEntries(3);
    const run = await startRun(db, KEV, 'bulk', NOW);
    await progress(run, 3);
    const lock = await owner.connect();
    await lock.query('begin; lock table current_version in access exclusive mode');

    await finishRun(db, run, 'ok', null, NOW);

    await lock.query('rollback');
    lock.release();
    expect((await runs()).at(-1)).toEqual({ state: 'ok', live: null });
    await finishRun(db, await startRun(db, KEV, 'bulk', NOW), 'ok', null, NOW);
    expect((await runs()).at(-1)).toEqual({ state: 'ok', live: 3 });
  });

  it('are not counted again after a run that changed nothing', async () => {
    await putEntries(3);
    const run = await startRun(db, KEV, 'bulk', NOW);
    await progress(run, 3);
    await finishRun(db, run, 'ok', null, NOW);
    const next = await startRun(db, KEV, 'bulk', NOW);
    statements.length = 0;

    await finishRun(db, next, 'ok', null, NOW);

    expect((await runs()).at(-1)).toEqual({ state: 'ok', live: 3 });
    expect(statements.filter((statement) => statement.sql.includes('current_version'))).toEqual([]);
  });
});

describe('the number of changes of a source', () => {
  const changes = async () => (await changeNumbers(db, ['kev'])).sources.kev;

  it('counts every run while it is under way, when it has ended or was given up, and after it was deleted', async () => {
    const told: unknown[] = [await changes()];
    const first = await startRun(db, KEV, 'bulk', NOW);
    await progress(first, 5);
    told.push(await changes());
    await finishRun(db, first, 'failed', 'x', NOW);
    told.push(await changes());
    const second = await startRun(db, KEV, 'bulk', NOW);
    await progress(second, 2);
    told.push(await changes());
    await startRun(db, KEV, 'bulk', NOW);
    told.push(await changes());
    await db.transaction().execute((trx) => recordRun(trx, KEV, NOW, { ...NONE, changed: 1 }));
    told.push(await changes());
    await db.deleteFrom('run').where('state', '<>', 'running').execute();
    told.push(await changes());

    expect(told).toEqual([undefined, 5, 5, 7, 7, 8, 8]);
  });

  it('is told from a few rows, however many runs there were', async () => {
    await owner.query(`
      insert into run (source, channel, state, started_at, finished_at, changed)
      select ${KEV}, 'delta', 'ok', now(), now(), 1 from generate_series(1, 20000)`);
    await owner.query('analyze run, source_changes');
    statements.length = 0;

    expect(await changes()).toBe(20_000);

    const asked = statements.splice(0);
    for (const statement of asked) expect(rowsRead(await planOf(owner, statement)), statement.sql).toBeLessThan(50);
    expect(asked).toHaveLength(2);
  });
});
