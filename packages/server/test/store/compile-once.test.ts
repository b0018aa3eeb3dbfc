import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileOnce } from '../../src/platform/compile-once.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let databases: ReturnType<typeof openTestDatabases>;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { prepare: true });
});
afterAll(async () => {
  await databases?.close();
  await database?.close();
});

it('builds once, and sends the values of each call', async () => {
  let built = 0;
  const select = compileOnce((name: string, count: number | null) => {
    built += 1;
    return sql`select ${name}::text as name, ${count}::int as count, ${'constant'}::text as constant, ${name}::text as again`;
  });
  const asked: [string, number | null][] = [
    ['first', 1],
    ['second', null],
    ["it's", 3],
  ];
  const answers = await Promise.all(asked.map(([name, count]) => select(databases.primary, name, count)));
  expect(answers).toEqual(asked.map(([name, count]) => [{ name, count, constant: 'constant', again: name }]));
  expect(built).toBe(1);
});

it('is asked within a transaction', async () => {
  const select = compileOnce(
    (text: string) => sql`select ${text}::text as text, txid_current_if_assigned() is not null as "inIt"`,
  );
  const rows = await databases.primary.transaction().execute(async (trx) => {
    await sql`select txid_current()`.execute(trx);
    return select(trx, 'within');
  });
  expect(rows).toEqual([{ text: 'within', inIt: true }]);
});

it('refuses a statement that has lost a value', async () => {
  const select = compileOnce((used: string, _unused: string) => sql`select ${used}::text`);
  await expect(select(databases.primary, 'a', 'b')).rejects.toThrow('1 of the 2 values');
});
