import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../../../test/support/database.ts';
import type { AlmanacDatabases } from '../database.ts';
import { unnestRows } from './unnest-rows.ts';

const COLUMNS = {
  record_id: 'bigint',
  score: 'real',
  withdrawn: 'boolean',
  claims: 'text',
  names: 'text[]',
  shown: 'jsonb',
  at: 'timestamptz',
  bytes: 'bytea',
} as const;

let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 1 });
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
/** PostgreSQL has no text with this character. */
const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NULL', 'null', '', '{}', '"', '\\', '\\x00', 'a,b', ' a '))
  .filter((one) => !one.includes('\u0000'));

const row = fc.record({
  record_id: orNull(fc.integer()),
  score: orNull(fc.constantFrom(0, 7.5, -1.25)),
  withdrawn: orNull(fc.boolean()),
  claims: orNull(text),
  names: orNull(fc.array(text, { maxLength: 3 })),
  shown: fc.record({ said: text }),
  at: orNull(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
  ),
  bytes: orNull(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))),
});

it('gives a statement the rows that it was given', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const { rows: read } = await sql`select * from ${unnestRows(rows, COLUMNS)}`.execute(databases.primary);

      expect(read).toEqual(rows);
    }),
  );
});
