import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** Records that come at once, each with names of its own. */
const BATCH = 800;
const NAMES_EACH = 4;
const SMALL = 5_000;
const LARGE = 400_000;

const first = new Date('2026-01-01T00:00:00Z');
const second = new Date('2026-01-02T00:00:00Z');

const records = (from: number, version: string) =>
  Object.fromEntries(
    Array.from({ length: BATCH }, (_, i) => {
      const cveId = `CVE-2026-${1_000 + from + i}`;
      const affected = Array.from({ length: NAMES_EACH }, (_each, j) => ({
        vendor: 'made',
        product: `name-${1 + ((from + i) * NAMES_EACH + j)}`,
        versions: [{ version, status: 'affected' }],
      }));
      return [cveId, { cveMetadata: { cveId, state: 'PUBLISHED' }, containers: { cna: { affected } } }];
    }),
  );

describe('a batch of ingest', () => {
  let database: TestDatabase;
  let databases: AlmanacDatabases;
  let db: Db;

  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection: what it has read is told by its own statistics.
    databases = openTestDatabases(database.url, { max: 1, statementTimeoutMs: 0 });
    db = databases.primary;
  });
  afterAll(async () => {
    await databases.close();
    await database.close();
  });

  /** Rows that were read by scans of tables and of indexes. */
  async function rowsReadBy(work: () => Promise<void>): Promise<number> {
    const before = await counted();
    await work();
    return (await counted()) - before;
  }

  async function counted(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ n: number }>`
      select (sum(seq_tup_read) + sum(idx_tup_fetch))::bigint as n from pg_stat_user_tables where schemaname = 'public'`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  }

  async function grow(from: number, to: number): Promise<void> {
    // To build an index over all rows takes a tenth of the time that it takes to add each.
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'package'::regclass and not indisunique`.execute(db);
    for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
    await sql`
      insert into package (vendor, name)
      select 'other', 'name-' || i from generate_series(${from}::integer, ${to}::integer) as i`.execute(db);
    for (const { definition } of rows) await sql.raw(definition).execute(db);
    await sql`
      insert into record (source, key)
      select 1, 'CVE-2020-' || 10000 + i from generate_series(${from}::integer, ${to}::integer) as i`.execute(db);
    await sql.raw('analyze').execute(db);
  }

  async function storeBatch(from: number): Promise<number> {
    const store = projectionStore(db);
    const fresh = await rowsReadBy(() => store.put('cve_list_v5', records(from, '1'), first));
    return fresh + (await rowsReadBy(() => store.put('cve_list_v5', records(from, '2'), second)));
  }

  it('reads no more rows in a large store than in a small one', async () => {
    await grow(1, SMALL);
    await storeBatch(0);
    await sql.raw('analyze').execute(db);
    const small = await storeBatch(BATCH);
    await grow(SMALL + 1, LARGE);
    const large = await storeBatch(2 * BATCH);

    expect(large).toBeLessThan(2 * small);
  });

  it('finds packages by their identity, however many are asked for', async () => {
    for (const length of [1, 10, 100, 400, 800, 1_600, 3_200, 6_400]) {
      const names = Array.from({ length }, (_, i) => `name-${1 + i}`);
      const { rows } = await databases.pool.query<{ 'QUERY PLAN': unknown }>(
        `explain (format json) select package.* from unnest($1::text[]) as given (name)
         join package on package.name = given.name and package.ecosystem is not distinct from null`,
        [names],
      );

      expect(JSON.stringify(rows), String(length)).not.toContain('package_name');
    }
  });
});
