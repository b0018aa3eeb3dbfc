import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/platform/postgres.ts';
import type { Database, Db } from '../../src/store/database.ts';
import type { Projection } from '../../src/store/projections/define-projection.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { cloneTestDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import type { RebuildProcess } from '../support/kills/rebuild-process.ts';
import { spawnFile } from '../support/kills/spawn.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

const OSV = 3;
/** Records are read in pages of 200. */
const PAGES = 5;

const WHOLE = [0, 200, 400, 600, 800, 1_000];

let filled: TestDatabase;
let database: TestDatabase;
let pool: Pool;
let owner: Pool;
let db: Db;
let store: ProjectionStore;
/**
 * After which records pages of the first round were read: from 0 where it was begun. Of later rounds nothing can be told here, since what
 * they read depends on who else has a transaction under way in the cluster.
 */
const pagesRead: unknown[] = [];

function open({ url }: TestDatabase): void {
  const options = { url, applicationName: 'almanac-test', max: 4, onError: () => {} };
  pool = openPool({ ...options, role: 'almanac_worker' });
  owner = openPool(options);
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      const [source, last] = query.parameters;
      if (query.sql.startsWith('select id from record where source') && source === OSV) pagesRead.push(last);
    },
  });
  store = projectionStore(db);
}

async function close(): Promise<void> {
  await db.destroy();
  await owner.end();
}

beforeAll(async () => {
  filled = await createTestDatabase();
  open(filled);
  const keys = Array.from({ length: PAGES * 200 }, (_, i) => `GO-${i}`);
  await store.put('osv', Object.fromEntries(keys.map((key, i) => [key, osv(key, `${i}.0.0`)])), at(1));
  await store.put('osv', Object.fromEntries(keys.slice(0, 300).map((key, i) => [key, osv(key, `${i}.1.0`)])), at(2));
  await close();
});
beforeEach(async () => {
  database = await cloneTestDatabase(filled);
  open(database);
  pagesRead.length = 0;
});
afterEach(async () => {
  await close();
  await database.close();
});
afterAll(() => filled.close());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const deps = () => ({ db, now: () => at(20) });
const osv = (id: string, fixed: string) => ({
  id,
  aliases: [`CVE-2026-${id.slice(3).padStart(4, '0')}`],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    },
  ],
});

function projectionNamed(name: string): Projection {
  const found = PROJECTIONS.find((projection) => projection.name === name);
  if (found === undefined) throw new Error('no such projection');
  return found;
}

async function rows(table: string): Promise<unknown[]> {
  const { rows: found } = await sql<{ row: string }>`
    select row_to_json(t)::text as row from ${sql.table(table)} as t order by 1`.execute(db);
  return found.map(({ row }) => row);
}

async function numberOf(table: string): Promise<unknown> {
  const { rows: found } = await owner.query(`select to_regclass('${table}')::oid as number`);
  return found[0]?.number;
}

async function killedRebuild(projection: string, pages: number): Promise<void> {
  const options: RebuildProcess = { databaseUrl: database.url, projection, pages };
  const [, signal] = await once(spawnFile('rebuild-process.ts', options, 'inherit'), 'exit');
  expect(signal).toBe('SIGKILL');
}

it.each(['affected', 'aliases', 'advisory'])('a rebuild of %s that was killed goes on where it was', async (name) => {
  const projection = projectionNamed(name);
  const before = await Promise.all(projection.tables.map(rows));
  await killedRebuild(name, 4);
  const [table = ''] = projection.tables;
  const shadow = await numberOf(`shadow.${table}`);
  await store.put('osv', { 'GO-7': null, 'GO-999': osv('GO-999', '9.9.9') }, at(3));
  const after = await Promise.all(projection.tables.map(rows));

  await rebuild(deps(), projection);

  expect(await Promise.all(projection.tables.map(rows))).toEqual(after);
  expect(after).not.toEqual(before);
  expect(await numberOf(table)).toBe(shadow);
  // Three pages were committed, two are left, and then none.
  expect(pagesRead).toEqual([600, 800, 1_000]);
  expect(await rows('rebuild_progress')).toEqual([]);
});

it('a rebuild of another projection drops what is left of one that was killed', async () => {
  const before = await rows('vulnerability_record');
  await killedRebuild('aliases', 2);

  await rebuild(deps(), projectionNamed('vulnerabilities'));

  expect(await rows('vulnerability_record')).toEqual(before);
  expect(await numberOf('shadow.alias_assertion')).toBeNull();
});

it('a rebuild that goes on has the indexes that a migration has added since', async () => {
  await killedRebuild('advisory', 3);
  await owner.query('create index advisory_added on advisory (summary)');

  await rebuild(deps(), projectionNamed('advisory'));

  expect(await numberOf('public.advisory_added')).not.toBeNull();
});

it('a rebuild begins again where a migration has changed the table since', async () => {
  await killedRebuild('advisory', 3);
  const shadow = await numberOf('shadow.advisory');
  await owner.query('alter table advisory add column note text');

  await rebuild(deps(), projectionNamed('advisory'));

  expect(await numberOf('advisory')).not.toBe(shadow);
  expect(pagesRead).toEqual(WHOLE);
});

it('of tables of the present only the newest versions are read', async () => {
  const { rows: versions } = await sql<{ n: number }>`select count(*) as n from version`.execute(db);
  await sql`update version set blob_id = null where seq = 1 and record_id in (select record_id from version where seq = 2)`.execute(
    db,
  );
  const before = await rows('advisory');

  await rebuild(deps(), projectionNamed('advisory'));

  expect(versions[0]?.n).toBe(PAGES * 200 + 300);
  expect(await rows('advisory')).toEqual(before);
});

it('a rebuild waits for a reader of its table, and keeps what it has', async () => {
  const reader = await owner.connect();
  await reader.query('begin; select * from advisory limit 1');
  const done = rebuild({ ...deps(), swap: { attempts: 30, pauseMs: 500 } }, projectionNamed('advisory'));
  // Longer than the wait that used to end a rebuild. Others read meanwhile.
  await sleep(11_000);
  expect((await owner.query('select count(*) from advisory')).rows).toEqual([{ count: PAGES * 200 }]);
  await reader.query('commit');
  reader.release();

  await done;

  expect(pagesRead).toEqual(WHOLE);
});

it('a rebuild that has waited long enough leaves its tables to the next', async () => {
  const reader = await owner.connect();
  await reader.query('begin; select * from advisory limit 1');

  const waited = rebuild({ ...deps(), swap: { attempts: 2, pauseMs: 10 } }, projectionNamed('advisory'));

  await expect(waited).rejects.toThrow('the next rebuild goes on here');
  await reader.query('commit');
  reader.release();
  await rebuild(deps(), projectionNamed('advisory'));
  expect(pagesRead).toEqual(WHOLE);
});
