import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillCves } from '../../bench/cve.ts';
import { bodyRelease } from '../../src/app/cve/stored-lookup.ts';
import { checkCveBodies } from '../../src/ingest/check-cve-bodies.ts';
import { fillCveBodies } from '../../src/ingest/fill-cve-bodies.ts';
import type { Db } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { spawnFile } from '../support/kills/spawn.ts';

const KILLS = 20;
const release = bodyRelease({ version: 'killed', commit: null });

it('a worker that is killed while it fills leaves nothing wrong', async () => {
  await using database = await createTestDatabase();
  await fillCves(database.url);
  const { primary: db, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  const signal = AbortSignal.timeout(120_000);
  await fillCveBodies({ db, now: () => new Date(), release }, signal);
  const undisturbed = await bodies(db);
  await sql`delete from cve_body`.execute(db);
  await sql`delete from cve_body_progress`.execute(db);

  let killed = 0;
  for (let i = 0; i < KILLS; i += 1) {
    const child = spawnFile('bodies-process.ts', { databaseUrl: database.url, release, statements: 3 + i }, 'inherit');
    const [, bySignal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    killed += Number(bySignal === 'SIGKILL');
    for await (const { different } of checkCveBodies(db, release)) expect(different).toEqual([]);
  }
  await fillCveBodies({ db, now: () => new Date(), release }, signal);

  expect(killed).toBeGreaterThan(5);
  expect(undisturbed.length).toBe(500);
  expect(await bodies(db)).toEqual(undisturbed);
  await close();
});

function bodies(db: Db) {
  return db.selectFrom('cve_body').selectAll().orderBy('cve_id').execute();
}
