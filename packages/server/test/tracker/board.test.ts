import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSourceStates } from '../../src/app/sources/source-states.ts';
import { openBoards } from '../../src/app/tracker/board.ts';
import { trackedFixes } from '../../src/app/tracker/tracked-fixes.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import { trackerIssues } from '../../src/queries/tracker-issues.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { fillTrackerWorld } from '../support/worlds/tracker-world.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url);
  await fillTrackerWorld(databases.primary);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

describe('a tracker of 3,000 issues', () => {
  it('is read once for all who ask while it is being read, and again later', async () => {
    let now = 0;
    const boards = openBoards({
      databases,
      documents: openDocuments(),
      sourceStates: openSourceStates(databases, () => now),
      now: () => now,
    });

    const first = boards.read();
    now += 60_000;
    const meanwhile = boards.read();
    const read = await first;
    const after = await boards.read();

    expect(await meanwhile).toBe(read);
    expect(after).not.toBe(read);
    expect(after.issues.length).toBe(read.issues.length);
  });

  it('is judged in many turns, none of which is a large part of the work', async () => {
    const issues = (await trackerIssues(databases.primary, 'tracked')).slice(0, 1_000);
    const { seen, stop } = watchTurns();

    const fixes = await trackedFixes(databases.primary, openDocuments(), issues);

    stop();
    expect(fixes.size).toBeGreaterThan(200);
    expect(seen.longest).toBeLessThan(seen.computed / 4);
  });
});

/** How much the thread computes in one turn of its event loop at most, and in all of them. */
function watchTurns() {
  const computed = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const began = computed();
  const seen = { longest: 0, computed: 0 };
  let [last, on] = [began, true];
  const tick = () => {
    const now = computed();
    seen.longest = Math.max(seen.longest, now - last);
    seen.computed = now - began;
    last = now;
    if (on) setTimeout(tick, 0);
  };
  setTimeout(tick, 0);
  return { seen, stop: () => (on = false) };
}
