import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changesAfter } from '../../src/queries/changes.ts';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { lockRecords, writeVersions } from '../../src/store/evidence.ts';
import { pack, sha256 } from '../../src/store/packing.ts';
import { startRun } from '../../src/store/runs.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker' });
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

/** Stores one record each, and commits when told to. */
async function storing(channel: 'bulk' | 'delta', key: string): Promise<() => Promise<void>> {
  const run = await startRun(databases.primary, 7, channel, new Date());
  const raw = Buffer.from(`"${key}"`);
  const hash = sha256(raw);
  const evidence = { key, rawSha256: hash, contentSha256: hash, modified: null, withdrawn: false, ...pack(raw) };
  const stored = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const done = databases.primary.transaction().execute(async (trx) => {
    await lockRecords(trx, 7, [key]);
    await writeVersions(trx, run, [evidence], new Date());
    stored.resolve();
    await commit.promise;
  });
  await Promise.race([stored.promise, done]);
  return async () => {
    commit.resolve();
    await done;
  };
}

/** Transactions of other databases on the same server hold the log back for as long as they run. */
async function follow(db: Db, position: string | null, count: number) {
  return vi.waitFor(async () => {
    const page = await changesAfter(db, position, 100);
    expect(page.changes.length).toBeGreaterThanOrEqual(count);
    return page;
  }, 10_000);
}

it('a follower of the change log misses nothing that commits late', async () => {
  const commitEarly = await storing('bulk', 'early');
  const commitLate = await storing('delta', 'late');

  await commitLate();
  const during = await changesAfter(databases.primary, null, 100);
  await commitEarly();
  const after = await follow(databases.primary, during.position, 2);
  const nothing = await changesAfter(databases.primary, after.position, 100);

  expect(during).toEqual({ changes: [], position: null });
  expect(after.changes).toMatchObject([
    { source: 'kev', key: 'early', seq: 1, removed: false },
    { source: 'kev', key: 'late', seq: 1 },
  ]);
  expect(nothing).toEqual({ changes: [], position: after.position });
});

it('is read in pages that join without a gap', async () => {
  const { changes } = await follow(databases.primary, null, 2);

  const first = await changesAfter(databases.primary, null, 1);
  const second = await changesAfter(databases.primary, first.position, 1);

  expect([...first.changes, ...second.changes]).toEqual(changes);
});
