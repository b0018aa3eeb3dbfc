import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

it('is as good as new after a reset', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const read = async () => (await client.query('select * from source order by id')).rows;
  const before = await read();
  await client.query(`update source set configured = false, parts_read = '{a}' where id = 1`);
  await client.query(`insert into dictionary (source, bytes) values (1, 'x')`);
  expect(await read()).not.toEqual(before);

  await database.reset();

  expect(await read()).toEqual(before);
  expect((await client.query('select from dictionary')).rowCount).toBe(0);
  await client.end();
  await database.remove();
});
