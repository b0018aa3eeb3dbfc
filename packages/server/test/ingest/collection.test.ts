import type { Fault } from '@almanac/twins';
import { channelNamed, channelRevisionAt } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadChannels } from '../../src/queries/channels.ts';
import { collectionPackages } from '../../src/queries/collection-packages.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type CollectionStore, openCollectionStore, READ_CHANNELS } from '../support/worlds/collection-store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let database: TestDatabase;
let store: CollectionStore;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  store = await openCollectionStore(database);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  await database.reset();
});
afterAll(() => database.close());

const db = () => store.databases.primary;

async function counts() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from version)::int as versions, (select count(*) from collection_package)::int as rows,
           (select count(*) from collection_package where known_to is null)::int as open,
           (select count(*) from quarantine)::int as quarantined`.execute(db());
  return rows[0];
}

async function versionsOf(name: string, at: Date | null = null) {
  const { rows } = await collectionPackages(db(), [name], at);
  return rows.map(({ channel, attribute, version }) => `${channel} ${attribute} ${version}`);
}

const revisionOf = (name: string) => {
  const channel = channelNamed(name);
  return channel === null ? null : channelRevisionAt(channel, store.clock.now());
};

describe('reading the packages of channels', () => {
  it('has what every channel carries, found by any of its names', async () => {
    expect(await store.run('packages')).toEqual({ state: 'ok' });

    expect(await versionsOf('libbuoy')).toEqual([
      'nixos-25.11 libbuoy 5.6.1',
      'nixos-25.11 python313Packages.libbuoy 5.6.1',
      'nixos-26.05 libbuoy 5.6.2',
      'nixos-26.05 python313Packages.libbuoy 5.6.1',
      'nixos-unstable libbuoy 5.6.2',
      'nixos-unstable python313Packages.libbuoy 5.6.2',
    ]);
    expect(await versionsOf('tidewater-dock')).toContain('nixos-unstable tidewater-dock_5 5.0.2');
    expect(await versionsOf('python:lock-step')).toHaveLength(3);
    // One producer guesses, the other knows.
    expect(await versionsOf('font-7x14')).toEqual([
      'nixos-25.11 font-7x14 7x14-1.0',
      'nixos-26.05 font-7x14 1.0',
      'nixos-unstable font-7x14 1.0',
    ]);
    const { rows: cormorants } = await collectionPackages(db(), ['cormorantd'], null);
    expect(cormorants[0]).toMatchObject({ channel: 'nixos-25.11', cpes: [], patched: [] });
    expect(cormorants[1]).toMatchObject({
      collection: 'nixpkgs',
      channel: 'nixos-26.05',
      version: '1.6.2',
      cpes: ['cpe:2.3:a:cormorant:cormorantd:1.6.2:*:*:*:*:*:*:*'],
      patched: ['CVE-2025-91205'],
      makers: ['cormorant'],
    });
    const { rows } = await collectionPackages(db(), ['bilge'], null);
    const [bilge] = rows;
    expect(bilge).toMatchObject({ ecosystem: 'PyPI', ecosystemName: 'bilge', insecure: true });
    expect((await counts())?.['quarantined']).toBe(0);
  });

  it('asks where channels stand, and reads nothing when none has moved', async () => {
    await store.run('packages');
    const before = await counts();
    const asked = store.twins.packages.requests.length;

    expect(await store.run('packages')).toEqual({ state: 'ok' });

    const paths = store.twins.packages.requests.slice(asked).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('packages.json'))).toEqual([]);
    expect(await counts()).toEqual(before);
  });

  it('opens and closes rows of what changed, came and went, and of nothing else', async () => {
    await store.run('packages');
    const before = await counts();
    const then = new Date(store.clock.now());
    store.clock.advance(7 * DAY);

    expect(await store.run('packages')).toEqual({ state: 'ok' });

    expect(await versionsOf('quill-editor')).toContain('nixos-unstable quill-editor 14.2.0');
    expect(await versionsOf('quill-editor', then)).toContain('nixos-unstable quill-editor 14.1.9');
    expect(await versionsOf('newcomer')).toEqual(['nixos-unstable newcomer 1.0.0']);
    expect(await versionsOf('newcomer', then)).toEqual([]);
    // In unstable it is gone; the releases keep it.
    expect(await versionsOf('leaver')).toHaveLength(2);
    expect(await versionsOf('leaver', then)).toHaveLength(3);
    expect(await versionsOf('leaver', new Date(then.getTime() - DAY))).toEqual([]);
    const after = await counts();
    // One changed, one came, one went: lines that moved in shared files are no change.
    expect(after?.['versions']).toBe((before?.['versions'] ?? 0) + 3);
    expect(after?.['rows']).toBe((before?.['rows'] ?? 0) + 2);
    expect(after?.['open']).toBe(before?.['open']);
  });

  it('computes the same rows again from evidence', async () => {
    await store.run('packages');
    await store.run('channels');
    store.clock.advance(7 * DAY);
    await store.run('packages');
    await store.run('channels');
    const rows = async () =>
      (
        await sql<{ row: string }>`
          select row_to_json(t)::text as row from collection_package t
          union all select row_to_json(t)::text from channel t order by 1`.execute(db())
      ).rows;
    const before = await rows();

    for (const projection of PROJECTIONS.filter(({ name }) => name === 'collection' || name === 'channels')) {
      await rebuild({ db: db(), now: () => new Date(store.clock.now()) }, projection);
    }

    expect(before.length).toBeGreaterThan(100);
    expect(await rows()).toEqual(before);
  });

  it('takes what is left of a list for a fault, and goes on with the other channels', async () => {
    await store.run('packages');
    const before = await counts();
    store.clock.advance(7 * DAY);
    store.twins.packages.faults.set({ kind: 'mass_withdrawal', share: 0.3, path: '/nixos/unstable/*' });

    const outcome = await store.run('packages');

    expect(outcome).toMatchObject({
      state: 'held',
      reason: expect.stringMatching(/^nixos-unstable\/: \d+ of \d+ records/),
    });
    expect((await counts())?.['open']).toBeGreaterThanOrEqual(before?.['open'] ?? 0);
    // Nothing was taken for read.
    store.twins.packages.faults.clear();
    expect(await store.run('packages')).toEqual({ state: 'ok' });
    expect(await versionsOf('leaver')).toHaveLength(2);
  });

  it('asks for a held list by its tag alone, and reads the channels after it', async () => {
    await store.run('packages');
    store.clock.advance(7 * DAY);
    store.twins.packages.faults.set({ kind: 'mass_withdrawal', share: 0.3, path: '/nixos/unstable/*' });
    await store.run('packages');
    const before = store.twins.packages.requests.length;

    const again = await store.run('packages');
    const lists = store.twins.packages.requests
      .slice(before)
      .filter(({ path, status }) => path.endsWith('packages.json.br') && status !== 301 && status !== 302)
      .map(({ status }) => status);

    expect(again).toMatchObject({ state: 'held', reason: expect.stringMatching(/^nixos-unstable\/: /) });
    expect(lists).toEqual([304]);
    store.clock.advance(7 * DAY);
    expect(await store.run('packages')).toMatchObject({ state: 'held' });
    expect(await store.run('packages', { acceptRemovals: true })).toEqual({ state: 'ok' });
    expect(await store.run('packages')).toEqual({ state: 'ok' });
  });

  it('lets a short list through when a person says so', async () => {
    await store.run('packages');
    store.clock.advance(7 * DAY);
    store.twins.packages.faults.set({ kind: 'half_feed', path: '/nixos/unstable/*' });

    expect(await store.run('packages')).toMatchObject({ state: 'held' });
    expect(await store.run('packages', { acceptRemovals: true })).toEqual({ state: 'ok' });

    const { rows } = await sql<{ channel: string; n: number }>`
      select channel, count(*)::int as n from collection_package where known_to is null group by 1 order by 1`.execute(
      db(),
    );
    expect(rows.map(({ channel }) => channel)).toEqual(READ_CHANNELS.toSorted());
    expect(rows.find(({ channel }) => channel === 'nixos-unstable')?.n).toBeLessThan(35);
    expect(rows.find(({ channel }) => channel === 'nixos-26.05')?.n).toBeGreaterThan(35);
  });

  it('keeps the packages of a channel that is no longer read until a person says so', async () => {
    await store.run('packages');
    const two = READ_CHANNELS.slice(0, 2);

    expect(await store.run('packages', { channels: two })).toMatchObject({ state: 'held' });
    expect(await versionsOf('libbuoy')).toHaveLength(6);
    expect(await store.run('packages', { channels: two, acceptRemovals: true })).toEqual({ state: 'ok' });
    expect(await versionsOf('libbuoy')).toHaveLength(4);
    expect(await store.run('packages', { channels: two })).toEqual({ state: 'ok' });
  });

  it('sets one bad entry aside and keeps what it had of it', async () => {
    await store.run('packages');
    store.clock.advance(7 * DAY);
    store.twins.packages.faults.set({ kind: 'malformed_record', way: 'wrong_type', record: 'quill-editor' });

    expect(await store.run('packages')).toEqual({ state: 'ok' });

    expect(await versionsOf('quill-editor')).toContain('nixos-unstable quill-editor 14.1.9');
    // The same bytes of two channels are set aside once.
    expect((await counts())?.['quarantined']).toBe(1);
  });

  const LIST = '*/packages.json.br';
  const FAULTS: readonly (readonly [string, Fault])[] = [
    ['a page', { kind: 'html', path: LIST }],
    ['noise', { kind: 'garbage', path: LIST }],
    ['a cut list', { kind: 'truncation', announce: 'half', path: LIST }],
    ['a broken connection', { kind: 'reset', path: LIST }],
    ['an error', { kind: 'status', status: 500, path: LIST }],
    ['a redirect elsewhere', { kind: 'redirect', to: 'http://127.0.0.1:9/', path: LIST }],
    ['an entry without an end', { kind: 'malformed_record', way: 'syntax', path: LIST }],
    ['a page in place of a revision', { kind: 'html', path: '*/git-revision' }],
    ['no revision', { kind: 'status', status: 404, path: '*/git-revision' }],
  ];
  it('keeps the last good data whatever comes in place of the lists', async () => {
    await store.run('packages');
    const before = await counts();
    store.clock.advance(7 * DAY);

    for (const [name, fault] of FAULTS) {
      store.twins.packages.faults.set(fault);
      await expect(store.run('packages'), name).rejects.toThrow('packages: nixos-unstable: ');
      expect(await counts(), name).toEqual(before);
    }

    store.twins.packages.faults.set({ kind: 'empty_feed' });
    expect(await store.run('packages')).toMatchObject({ state: 'held', reason: expect.stringContaining('is empty') });
    store.twins.packages.faults.clear();
    expect(await store.run('packages')).toEqual({ state: 'ok' });
    expect(await versionsOf('newcomer')).toHaveLength(1);
  });
});

describe('reading the channels', () => {
  it('has each channel, where it stands and how it is labelled', async () => {
    expect(await store.run('channels')).toEqual({ state: 'ok' });

    const found = await loadChannels(db());
    expect(found.map(({ name, revision }) => [name, revision])).toEqual(
      ['nixos-25.11', 'nixos-26.05', 'nixos-unstable', 'nixos-unstable-small', 'nixpkgs-unstable'].map((name) => [
        name,
        revisionOf(name),
      ]),
    );
    expect(found.map(({ status, variant, current }) => [status, variant, current])).toEqual([
      ['unmaintained', 'primary', false],
      ['stable', 'primary', true],
      ['rolling', 'primary', true],
      ['frozen', 'small', true],
      ['rolling', null, true],
    ]);
    expect(found[2]?.updatedAt).toEqual(new Date('2026-09-15T07:00:00Z'));
  });

  it('makes a version of a channel that moved, and none of being asked again', async () => {
    await store.run('channels');
    store.clock.advance(60_000);
    await store.run('channels');
    const first = await counts();
    // Right after the small channel moved, when it has two rows.
    store.clock.advance(Date.parse('2026-09-15T13:00:20Z') - store.clock.now());

    await store.run('channels');

    expect(first?.['versions']).toBe(5);
    expect((await counts())?.['versions']).toBe(6);
    const small = (await loadChannels(db())).find(({ name }) => name === 'nixos-unstable-small');
    expect(small).toMatchObject({ revision: revisionOf('nixos-unstable-small'), status: 'frozen' });
  });

  it('follows channels while their status cannot be had, and keeps their labels', async () => {
    await store.run('channels');
    store.clock.advance(DAY);
    store.twins.channels.faults.set({ kind: 'status', status: 503, path: '/api/*' });

    await expect(store.run('channels')).rejects.toThrow('channels: channel_revision answers 503');

    const found = await loadChannels(db());
    expect(found.find(({ name }) => name === 'nixos-26.05')).toMatchObject({
      revision: revisionOf('nixos-26.05'),
      status: 'stable',
      variant: 'primary',
      current: true,
    });
    store.twins.channels.faults.clear();
    expect(await store.run('channels')).toEqual({ state: 'ok' });
  });

  const BAD: readonly (readonly [string, Fault])[] = [
    ['a page in place of revisions', { kind: 'html', path: '*/git-revision' }],
    ['broken connections', { kind: 'reset' }],
    ['noise', { kind: 'garbage' }],
    ['cut answers', { kind: 'truncation', announce: 'half' }],
  ];
  it('keeps the last good data whatever comes in place of the answers', async () => {
    await store.run('channels');
    const before = await loadChannels(db());
    store.clock.advance(DAY);

    for (const [name, fault] of BAD) {
      store.twins.channels.faults.set(fault);
      await expect(store.run('channels'), name).rejects.toThrow('channels: ');
      expect(await loadChannels(db()), name).toEqual(before);
    }
  });

  it('removes no channel with half of the rows until a person says so', async () => {
    await store.run('channels');
    store.twins.channels.faults.set({ kind: 'half_feed' });

    const outcome = await store.run('channels', { channels: ['nixos-unstable'] });

    expect(outcome).toMatchObject({ state: 'held' });
    expect(await loadChannels(db())).toHaveLength(5);
    expect(await store.run('channels', { channels: ['nixos-unstable'], acceptRemovals: true })).toEqual({
      state: 'ok',
    });
    expect((await loadChannels(db())).length).toBeLessThan(5);
  });
});
