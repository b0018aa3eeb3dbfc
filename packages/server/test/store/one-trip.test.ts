import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUnmetered } from '../../src/platform/connect-within.ts';
import { inOneTrip } from '../../src/platform/db.ts';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { watchRoundTrips } from '../support/round-trips.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let watch: ReturnType<typeof watchRoundTrips>;
beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_api', max: 1 });
  watch = watchRoundTrips(databases.pool);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

const numbered = (db: Db, number: number) =>
  sql<{ n: number }>`select ${number}::integer as n`.execute(db).then(({ rows }) => rows[0]?.n);
const failing = (db: Db) => sql`select 1 / ${0}::integer`.execute(db);

it('sends what begins together in one round trip, by one connection', async () => {
  const answers = await inOneTrip(databases.primary, (trip) =>
    Promise.all([numbered(trip, 1), numbered(trip, 2), numbered(trip, 3)]),
  );

  expect(answers).toEqual([1, 2, 3]);
  expect(watch.take()).toEqual({ trips: 1, statements: 3, planned: 0 });
});

it('fails by one of them, and gives the connection back when the others have ended', async () => {
  const asked = inOneTrip(databases.primary, (trip) => Promise.all([failing(trip), numbered(trip, 2)]));

  await expect(asked).rejects.toThrow('division by zero');
  expect(await numbered(databases.primary, 4)).toBe(4);
  expect(databases.pool.totalCount).toBe(1);
});

it('asks within a transaction as all others do', async () => {
  const answers = await databases.primary
    .transaction()
    .execute((trx) => inOneTrip(trx, (trip) => Promise.all([numbered(trip, 1), numbered(trip, 2)])));

  expect(answers).toEqual([1, 2]);
});

it('ends all of them with the signal, on the server too', async () => {
  const ending = new AbortController();
  const { primary } = databases.within(readUnmetered(ending.signal));
  const sleep = (db: Db) => sql`select pg_sleep(${20}::integer)`.execute(db);
  const asked = inOneTrip(primary, (trip) => Promise.all([sleep(trip), sleep(trip)]));
  setTimeout(() => ending.abort(new Error('too late')), 200);

  await expect(asked).rejects.toThrow('too late');
  const { rows } = await databases.pool.query(
    "select 1 from pg_stat_activity where query like '%pg_sleep($1%' and state = 'active'",
  );
  expect(rows).toEqual([]);
}, 10_000);
