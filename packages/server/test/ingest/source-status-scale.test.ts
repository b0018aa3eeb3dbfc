import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';

it('the state of the sources is told by a few rows, however many runs there have been', async () => {
  await using database = await createTestDatabase();
  const owner = openTestDatabases(database.url, { max: 1 });
  // A few weeks of seven sources; the other eight have none, and none has a channel `bulk`.
  await sql`
    insert into run (source, channel, state, started_at, finished_at, changed, live)
    select 1 + n % 7, (array['delta', 'delta', 'sweep', 'record'])[1 + n % 4], 'ok', now(), now(), n % 2, 100
    from generate_series(1, 20000) n`.execute(owner.primary);
  await sql`analyze run`.execute(owner.primary);

  const read = await owner.primary.transaction().execute(async (trx) => {
    await sourceStatus(trx, new Date());
    const { rows } = await sql<{ read: number }>`
      select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as read
      from pg_stat_xact_user_tables where relname = 'run'`.execute(trx);
    return rows[0]?.read;
  });
  await owner.close();

  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(500);
});
