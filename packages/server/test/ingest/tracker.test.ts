import { type Fault, generated, nixpkgs, smallWorld, TRACKER_PATH, type World } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Watched, watch } from '../support/processes/watched.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.reset());
afterAll(() => database.close());

const watchTracker = (world: World = smallWorld) =>
  watch(database, nixpkgs(world), 'nixpkgs', (url) => ({ url: url + TRACKER_PATH, token: 'invented' }));

const issueOf = async ({ db }: Watched, number: number) =>
  db.selectFrom('issue').selectAll().where('number', '=', number).executeTakeFirst();
const pullOf = async ({ db }: Watched, number: number) =>
  db.selectFrom('pull_request').selectAll().where('number', '=', number).executeTakeFirst();
const reachedBy = async ({ db }: Watched, pull: number) => {
  const rows = await db.selectFrom('pull_reach').selectAll().where('pull', '=', pull).orderBy('branch').execute();
  return rows.map(({ branch }) => branch);
};

async function counts({ db }: Watched) {
  const { rows } = await sql<{ records: number; versions: number; quarantined: number }>`
    select (select count(*) from record) as records, (select count(*) from version) as versions,
           (select count(*) from quarantine) as quarantined`.execute(db);
  return rows[0];
}

/** All that the projection holds. */
async function projected({ db }: Watched) {
  const tables = ['issue', 'pull_request', 'issue_pull', 'pull_reach'] as const;
  const rows = await Promise.all(tables.map(async (table) => db.selectFrom(table).selectAll().execute()));
  return rows.map((each) => each.map((row) => JSON.stringify(row)).sort());
}

describe('filling an empty store', () => {
  it('has every labelled issue with what it is about, and none other', async () => {
    await using watched = await watchTracker();

    expect(await watched.run()).toEqual({ state: 'ok' });

    expect(await issueOf(watched, 410_101)).toMatchObject({
      collection: 'nixpkgs',
      title: 'CVE-2025-91008: libbuoy: overflow while reading a chunk table',
      url: 'https://github.com/NixOS/nixpkgs/issues/410101',
      state: 'closed',
      state_reason: 'completed',
      labels: [{ name: '1.severity: security', color: 'e11d21' }],
      assignees: ['ada'],
      cves: ['CVE-2025-91008'],
      related_cves: [],
      packages: ['libbuoy', 'python313Packages.libbuoy'],
      label_severity: null,
      tracked: true,
    });
    expect(await issueOf(watched, 411_202)).toMatchObject({ packages: ['foldfs'], label_severity: 'critical' });
    expect(await issueOf(watched, 408_505)).toMatchObject({
      related_cves: ['CVE-2024-91202', 'CVE-2023-91203'],
      labels: [
        { name: '1.severity: security', color: '' },
        { name: 'severity: medium', color: '' },
      ],
      label_severity: 'medium',
    });
    expect(await issueOf(watched, 410_910)).toMatchObject({ tracked: false, cves: [] });
    expect(await issueOf(watched, 411_011)).toBeUndefined();
  });

  it('has the pull requests of the timelines, without those of other repositories', async () => {
    await using watched = await watchTracker();

    await watched.run();

    const links = await watched.db
      .selectFrom('issue_pull')
      .selectAll()
      .where('issue', '=', 410_101)
      .orderBy('pull')
      .execute();
    expect(links.map(({ pull }) => pull)).toEqual([410_150, 410_177]);
    expect(await pullOf(watched, 410_150)).toMatchObject({
      title: 'libbuoy: 5.6.1 -> 5.6.2',
      url: 'https://github.com/NixOS/nixpkgs/pull/410150',
      state: 'merged',
      base: 'master',
      merge_commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      closes: [410_101],
      backport_of: null,
    });
    expect(await pullOf(watched, 410_177)).toMatchObject({ base: 'release-26.05', backport_of: 410_150, closes: [] });
    expect(await pullOf(watched, 411_377)).toMatchObject({ state: 'closed', merge_commit: null });
    expect(await pullOf(watched, 411_240)).toMatchObject({ base: 'staging', cves: ['CVE-2026-98308'] });
    expect(await pullOf(watched, 12)).toBeUndefined();
  });

  it('goes on where it was cut off', async () => {
    await using watched = await watchTracker();
    watched.twin.faults.set({ kind: 'status', status: 502, path: '*/timeline', after: 10 });

    await expect(watched.run()).rejects.toThrow('answers 502');
    const asked = watched.twin.requests.length;
    watched.twin.faults.clear();
    expect(await watched.run()).toEqual({ state: 'ok' });

    const timelines = watched.twin.requests.slice(asked).filter(({ path }) => path.includes('/timeline'));
    expect(timelines.length).toBeLessThan(5);
    const { rows } = await sql<{ n: number }>`select count(*) as n from issue`.execute(watched.db);
    expect(rows).toEqual([{ n: 12 }]);
  });
});

describe('what changes', () => {
  it('is nothing when nothing has changed, nor when there are comments alone', async () => {
    await using watched = await watchTracker();
    await watched.run();
    await watched.run('delta');
    const before = await counts(watched);

    watched.clock.advance(3 * MINUTE);
    await watched.run('delta');
    // By then an issue has a comment more, and another one is new.
    watched.clock.advance(2.1 * HOUR);
    await watched.run('delta');

    expect(watched.twin.requests.some(({ path }) => path.includes('411213/timeline'))).toBe(true);
    expect(await issueOf(watched, 411_213)).toMatchObject({ tracked: true, packages: ['anchor-proxy'] });
    const after = await counts(watched);
    expect(after?.records).toBe((before?.records ?? 0) + 1);
    expect(after?.versions).toBe((before?.versions ?? 0) + 1);
  });

  it('is noticed when an issue loses its label, and its history stays', async () => {
    await using watched = await watchTracker();
    await watched.run();
    const before = await issueOf(watched, 410_707);
    watched.clock.advance(27 * HOUR);

    expect(await watched.run('delta')).toEqual({ state: 'ok' });

    expect(before?.tracked).toBe(true);
    expect(await issueOf(watched, 410_707)).toMatchObject({ tracked: false, cves: ['CVE-2025-91412'] });
  });

  it('is noticed when an issue is deleted or moves away, and why is kept', async () => {
    await using watched = await watchTracker();
    await watched.run();
    watched.clock.advance(2 * DAY);
    await watched.run('delta');
    const between = await issueOf(watched, 410_808);

    expect(await watched.run('sweep')).toEqual({ state: 'ok' });

    expect(between?.tracked).toBe(true);
    expect([await issueOf(watched, 410_808), await issueOf(watched, 410_809)]).toEqual([undefined, undefined]);
    const { rows } = await sql<{ key: string; seq: number; withdrawn: boolean }>`
      select key, seq, withdrawn from record join current_version on record_id = id
      where key in ('issue/410808', 'issue/410809', 'issue/410707') order by key`.execute(watched.db);
    expect(rows).toEqual([
      { key: 'issue/410707', seq: 2, withdrawn: false },
      { key: 'issue/410808', seq: 2, withdrawn: true },
      { key: 'issue/410809', seq: 2, withdrawn: true },
    ]);
  });

  // Without a number nobody knows what to ask for.
  it.each(['null_record', 'wrong_type'] as const)('is read again where it could not be read: %s', async (way) => {
    await using watched = await watchTracker();
    await watched.run();
    await watched.run('delta');
    watched.clock.advance(27 * HOUR);
    watched.twin.faults.set({ kind: 'malformed_record', way, record: 'pull/411360' });
    await watched.run('delta');
    const meanwhile = await pullOf(watched, 411_360);
    watched.twin.faults.clear();
    watched.clock.advance(8 * HOUR);

    await watched.run('delta');

    expect(meanwhile).toMatchObject({ state: 'open' });
    expect(await pullOf(watched, 411_360)).toMatchObject({ state: 'merged' });
  });

  it('is found by the sweep where a run of changes was missed', async () => {
    await using watched = await watchTracker();
    await watched.run();
    watched.clock.advance(27 * HOUR);

    await watched.run('sweep');

    expect(await issueOf(watched, 410_707)).toMatchObject({ tracked: false });
    expect(await issueOf(watched, 411_303)).toMatchObject({ state: 'closed' });
    expect(await issueOf(watched, 411_213)).toMatchObject({ tracked: true });
  });
});

describe('a fix on its way', () => {
  it('is merged, then on master, then in each channel, with the day where that is known', async () => {
    await using watched = await watchTracker();
    await watched.run();
    await watched.run('delta');
    const first = await pullOf(watched, 411_360);
    watched.clock.advance(24.5 * HOUR);
    await watched.run('delta');
    const merged = await pullOf(watched, 411_360);
    const soon = await reachedBy(watched, 411_360);
    const steps: string[][] = [];
    for (let hours = 0; hours < 96; hours += 6) {
      watched.clock.advance(6 * HOUR);
      await watched.run('delta');
      steps.push(await reachedBy(watched, 411_360));
    }

    expect([first?.state, merged?.state]).toEqual(['open', 'merged']);
    expect(soon).toEqual([]);
    expect(steps.at(-1)).toEqual(['nixos-unstable', 'nixos-unstable-small', 'nixpkgs-unstable']);
    expect(new Set(steps.map((each) => each.length))).toEqual(new Set([1, 2, 3]));
    const rows = await watched.db.selectFrom('pull_reach').selectAll().where('pull', '=', 411_360).execute();
    for (const { reached_at, revision } of rows) {
      expect(reached_at?.getTime()).toBeGreaterThan(merged?.merged_at?.getTime() ?? 0);
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it('that was merged long ago is there, and nobody says since when', async () => {
    await using watched = await watchTracker();
    await watched.run();

    await watched.run('delta');

    const rows = await watched.db
      .selectFrom('pull_reach')
      .selectAll()
      .where('pull', '=', 410_150)
      .orderBy('branch')
      .execute();
    expect(rows.map(({ branch, reached_at }) => [branch, reached_at])).toEqual([
      ['nixos-unstable', null],
      ['nixos-unstable-small', null],
      ['nixpkgs-unstable', null],
    ]);
    expect(await reachedBy(watched, 410_177)).toEqual(['nixos-26.05']);
  });

  it('goes by way of staging, and no channel is asked before master has it', async () => {
    await using watched = await watchTracker();
    await watched.run();
    await watched.run('delta');
    const asked = () => watched.twin.requests.filter(({ path }) => path.includes('/compare/')).map(({ path }) => path);
    const commit = (await pullOf(watched, 411_240))?.merge_commit ?? '';
    const early = asked().filter((path) => path.includes(commit));
    for (let days = 0; days < 30; days += 2) {
      watched.clock.advance(2 * DAY);
      await watched.run('delta');
    }

    expect(early.map((path) => /compare\/(.+)\.{3}/.exec(path)?.[1])).toEqual(['master']);
    expect(await reachedBy(watched, 411_240)).toEqual([
      'master',
      'nixos-unstable',
      'nixos-unstable-small',
      'nixpkgs-unstable',
    ]);
    // Once everything is where it goes, nobody is asked any more.
    const before = asked().length;
    watched.clock.advance(2 * DAY);
    await watched.run('delta');
    expect(asked().length).toBe(before);
  });
});

describe('a fault', () => {
  const FAULTS: readonly (readonly [string, Fault])[] = [
    ['status 500', { kind: 'status', status: 500 }],
    ['status 403', { kind: 'status', status: 403 }],
    ['status 404', { kind: 'status', status: 404 }],
    ['reset', { kind: 'reset' }],
    ['truncation', { kind: 'truncation', announce: 'half' }],
    ['html', { kind: 'html' }],
    ['garbage', { kind: 'garbage' }],
    ['redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }],
    ['html for single documents', { kind: 'html', path: '*/410*' }],
    ['status 404 for single documents', { kind: 'status', status: 404, path: '*/410*' }],
    ['empty_feed', { kind: 'empty_feed' }],
    ['half_feed', { kind: 'half_feed' }],
    ['mass_withdrawal', { kind: 'mass_withdrawal', share: 1 }],
    ['malformed_record', { kind: 'malformed_record', way: 'wrong_type' }],
    ['malformed syntax', { kind: 'malformed_record', way: 'syntax' }],
  ];

  it('keeps the last good data, whatever it is, and leaves nothing behind', async () => {
    await using watched = await watchTracker();
    await watched.run();
    await watched.run('delta');
    const before = await projected(watched);

    for (const [name, fault] of FAULTS) {
      watched.twin.faults.set(fault);
      for (const channel of ['delta', 'sweep', 'bulk'] as const) await watched.run(channel).catch(() => undefined);
      watched.twin.faults.clear();
      // A breaker that has opened is not what is tested.
      await sql`delete from upstream`.execute(watched.db);
      expect([name, await projected(watched)]).toEqual([name, before]);
    }
    expect(await watched.run('delta')).toEqual({ state: 'ok' });
    expect(await watched.run('sweep')).toEqual({ state: 'ok' });
    expect(await projected(watched)).toEqual(before);
  });

  it('in one record sets that one aside', async () => {
    await using watched = await watchTracker();
    watched.twin.faults.set({ kind: 'malformed_record', way: 'wrong_type', record: 'issue/410404' });

    expect(await watched.run()).toEqual({ state: 'ok' });

    expect(await counts(watched)).toMatchObject({ quarantined: 1 });
    expect(await issueOf(watched, 410_404)).toBeUndefined();
    expect(await issueOf(watched, 410_101)).toMatchObject({ tracked: true });
  });
});

it('holds a deletion of most issues for a person to look at', async () => {
  await using watched = await watchTracker(generated({ seed: 3, count: 240, issues: 60 }));
  await watched.run();
  const before = (await projected(watched))[0]?.length;
  watched.twin.faults.set({ kind: 'mass_withdrawal', share: 0.7 });

  const outcome = await watched.run('sweep');

  expect(outcome).toMatchObject({ state: 'held' });
  expect((await projected(watched))[0]?.length).toBe(before);
});

it('comes out the same when it is computed again from evidence', async () => {
  await using watched = await watchTracker();
  await watched.run();
  for (let days = 0; days < 6; days += 1) {
    watched.clock.advance(DAY);
    await watched.run('delta');
  }
  await watched.run('sweep');
  const before = await projected(watched);
  const tracker = PROJECTIONS.find(({ name }) => name === 'tracker');
  if (tracker === undefined) throw new Error('no projection');

  await rebuild({ db: watched.db, now: () => new Date(watched.clock.now()) }, tracker);

  expect(await projected(watched)).toEqual(before);
});
