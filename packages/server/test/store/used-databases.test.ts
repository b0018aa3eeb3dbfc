import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { fingerprintOf } from '../support/used-databases.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

it('is as good as new after a reset', async () => {
  const before = await fingerprintOf(client);
  await client.query(`update source set configured = false, parts_read = '{a}' where id = 1`);
  await client.query(`insert into dictionary (source, bytes) values (1, 'x')`);
  expect(await fingerprintOf(client)).not.toBe(before);

  await database.reset();
  expect(await fingerprintOf(client)).toBe(before);
  expect((await client.query('select from dictionary')).rowCount).toBe(0);
});

it.each([
  ['a table', 'create table left_behind (one integer)'],
  ['a column', 'alter table source add column more text'],
  ['an index', 'create index left_behind on source (name)'],
  ['a trigger', 'alter table run disable trigger run_ended'],
  ['a right', 'grant delete on source to almanac_api'],
  ['a row of the migrations', `update source set name = 'another' where id = 1`],
])('knows by its fingerprint that a test has changed %s', async (_what, change) => {
  const before = await fingerprintOf(client);
  await client.query('begin');
  await client.query(change);
  const after = await fingerprintOf(client);
  await client.query('rollback');
  expect(after).not.toBe(before);
});

it('gives a closed database to one test at a time', async () => {
  const names = await Promise.all(Array.from({ length: 4 }, () => createTestDatabase()));
  await Promise.all(names.map((one) => one.close()));
  const taken = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()));
  const oids = await Promise.all(taken.map(({ url }) => oidOf(url)));
  await Promise.all(taken.map((one) => one.close()));
  expect(new Set(oids).size).toBe(6);
});

/** The server's number of a database: it stays when the name changes. */
async function oidOf(url: string): Promise<number> {
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  const { rows } = await own.query<{ oid: number }>('select oid from pg_database where datname = current_database()');
  await own.end();
  return Number(rows[0]?.oid);
}
