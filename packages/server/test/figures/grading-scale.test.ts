import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aliasesOfCves } from '../../src/queries/cve-aliases-many.ts';
import { recordsOfCves } from '../../src/queries/cve-evidence-many.ts';
import { cveIdsTouched } from '../../src/queries/cve-ids-after.ts';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

/** A record of the CVE list each, an advisory that has it for an alias, and one of a distribution that is about it. */
const CVES = 8_000;
const IDS = Array.from({ length: 100 }, (_, i) => `CVE-2020-${10_001 + i * 70}`);
const TABLES = ['record', 'current_version', 'version', 'blob', 'alias_assertion', 'relation'];

let database: TestDatabase;
let databases: AlmanacDatabases;
let db: Db;

/** As after a first reading of everything: many rows, and a planner that knows nothing of them yet. */
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: what it has read is told by its own statistics.
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 1 });
  db = databases.primary;
  await sql`
    insert into record (source, key)
    select source, prefix || 10000 + i from generate_series(1, ${CVES}::integer) as i,
           (values (1, 'CVE-2020-'), (4, 'GHSA-'), (3, 'DEBIAN-')) as made (source, prefix)`.execute(db);
  const { rows: runs } = await sql<{ id: number }>`
    insert into run (source, channel, state, started_at, finished_at) values (3, 'bulk', 'ok', now(), now()) returning id`.execute(
    db,
  );
  await sql`
    insert into blob (raw_sha256, content_sha256, codec, raw_size, packed)
    select sha256(key::bytea), sha256(key::bytea), 0, 2, '{}'::bytea from record order by id`.execute(db);
  await sql`
    insert into version (record_id, seq, observed_at, basis, run_id, blob_id)
    select record.id, 1, now(), 0, ${runs[0]?.id}::bigint, blob.id
    from record join blob on blob.raw_sha256 = sha256(key::bytea)`.execute(db);
  await sql`
    insert into current_version (record_id, seq, observed_at, content_sha256)
    select id, 1, now(), sha256(key::bytea) from record`.execute(db);
  await sql`
    insert into alias_assertion (record_id, alias, known_from, id, source)
    select id, 'CVE-2020-' || substring(key from 6), now(), key, 4 from record where source = 4`.execute(db);
  await sql`
    insert into relation (record_id, id, kind, known_from)
    select id, 'CVE-2020-' || substring(key from 8), 1, now() from record where source = 3`.execute(db);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

/** How often the work went through a whole table. */
async function scansOf(work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ scans: number }>`
      select sum(seq_scan)::bigint as scans from pg_stat_user_tables where relname = any(${TABLES}::text[])`.execute(
      db,
    );
    return rows[0]?.scans ?? 0;
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

it('finds the records of a hundred CVEs by their own rows alone', async () => {
  let found: Awaited<ReturnType<typeof recordsOfCves>> = [];

  const scans = await scansOf(async () => {
    found = await recordsOfCves(db, IDS);
  });

  expect(found).toHaveLength(300);
  expect(found.slice(0, 3).map(({ source, relation }) => [source, relation])).toEqual([
    ['cve_list_v5', 'id'],
    ['advisory', 'alias'],
    ['osv', 'upstream'],
  ]);
  expect(scans).toBe(0);
});

it('finds the other ids of a hundred CVEs so', async () => {
  let found: Awaited<ReturnType<typeof aliasesOfCves>> = new Map();

  const scans = await scansOf(async () => {
    found = await aliasesOfCves(db, IDS);
  });

  expect(found.size).toBe(IDS.length);
  expect(found.get('CVE-2020-10001')).toEqual([{ id: 'GHSA-10001', asserters: ['advisory'], oneSided: false }]);
  expect(scans).toBe(0);
});

it('finds the CVEs that two hundred changed records touch so', async () => {
  const { rows } = await sql<{ id: number }>`select id from record where source = 4 order by id limit 200`.execute(db);
  let found: readonly string[] = [];

  const scans = await scansOf(async () => {
    found = await cveIdsTouched(
      db,
      rows.map(({ id }) => id),
    );
  });

  expect(found).toHaveLength(200);
  expect(scans).toBe(0);
});
