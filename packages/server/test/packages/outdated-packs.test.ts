import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/platform/postgres.ts';
import type { Database, Db } from '../../src/store/database.ts';
import { packsOutdatedBy } from '../../src/store/packs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { planOf, type Statement, scannedWhole } from '../support/plans.ts';

const PACKS = 40_000;
const MARKS = 1_000;

describe('the packs that a thousand marks outdate', () => {
  const statements: Statement[] = [];
  let database: TestDatabase;
  let pool: Pool;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openPool({ url: database.url, applicationName: 'test', max: 2, onError: () => {} });
    db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
    });
    // Every record is about a handful of packages, as in real data: statistics expect each mark in several packs.
    await sql`
      insert into package_pack (name, ecosystem, pack, depends)
      select 'name-' || n, 'npm', repeat('x', 400), array(select 'CVE-2026-' || (n / 5 + k) from generate_series(1, 8) k)
      from generate_series(1, ${sql.lit(PACKS)}) n`.execute(db);
    await sql`analyze package_pack`.execute(db);
  }, 60_000);
  afterAll(async () => {
    await pool?.end();
    await database?.close();
  });

  it('are found by their index, not by comparing every pack with every mark', async () => {
    const marks = Array.from({ length: MARKS }, (_, i) => `CVE-2026-${i + 1}`);
    statements.length = 0;
    const outdated = await packsOutdatedBy(db, marks);
    const [statement] = statements;
    if (statement === undefined) throw new Error('nothing was asked');

    expect(outdated.length).toBeGreaterThan(MARKS);
    expect(scannedWhole(await planOf(pool, statement))).toEqual([]);
  });
});
