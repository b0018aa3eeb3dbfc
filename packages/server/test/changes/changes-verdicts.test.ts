import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { allChanges, changesFrom, FOLLOW, readEvents } from '../support/following.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let worker: AlmanacDatabases;
let app: TestApp;

const ID = 'PYSEC-2026-7';
const CVE = 'CVE-2026-20007';
const day = (number: number) => new Date(Date.UTC(2026, 2, number));

/** A record of OSV about versions below `fixed`. */
function osv(fixed: string, more: object = {}) {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }];
  const affected = [{ package: { ecosystem: 'PyPI', name: 'quay' }, ranges }];
  return { schema_version: '1.7.0', id: ID, modified: '2026-03-01T00:00:00Z', summary: 'Quay', affected, ...more };
}

function carried(version: string) {
  return { name: `quayd-${version}`, pname: 'quayd', version, meta: { homepage: 'https://quayd.example/' } };
}

function cve(lessThan: string) {
  const versions = [{ version: '1.0', lessThan, status: 'affected', versionType: 'semver' }];
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: { cveId: CVE, state: 'PUBLISHED', datePublished: '2026-03-01T00:00:00.000Z' },
    containers: {
      cna: {
        descriptions: [{ lang: 'en', value: 'Paths are not checked.' }],
        affected: [{ vendor: 'quayd', product: 'quayd', versions }],
        references: [{ url: 'https://quayd.example/advisory' }],
      },
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  const store = projectionStore(worker.primary);
  await store.put('osv', { [ID]: osv('2.0') }, day(1));
  await store.put('osv', { [ID]: osv('2.0', { summary: 'Quay, in other words' }) }, day(2));
  await store.put('osv', { [ID]: osv('0.9') }, day(3));
  await store.put('osv', { [ID]: osv('2.0', { details: 'Again.' }) }, day(4));
  await store.put('osv', { [ID]: osv('2.0', { withdrawn: '2026-03-05T00:00:00Z' }) }, day(5));
  await store.put('packages', { 'nixos-unstable/quayd': carried('1.0.0') }, day(6));
  await store.put('cve_list_v5', { [CVE]: cve('1.2.0') }, day(7));
  await store.put('packages', { 'nixos-unstable/quayd': carried('1.1.0') }, day(8));
  await store.put('packages', { 'nixos-unstable/quayd': carried('1.2.0') }, day(9));
  await store.put('packages', { 'nixos-unstable/other': carried('1.2.0') }, day(10));
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
  await changesFrom(app, 6);
});
afterAll(async () => {
  await app.close();
  await worker.close();
  await database.close();
});

async function verdictsOf(packages: string, asked = app): Promise<string[]> {
  // An answer judges for a second: on a busy machine there is more behind the first.
  const changes = await allChanges(asked, 'start', `&verdicts=true&packages=${packages}`);
  return changes.flatMap(({ observedAt, verdicts = [] }) =>
    verdicts.map(
      ({ vulnerability, version, kind, from, to }) =>
        `${observedAt.slice(8, 10)} ${vulnerability} ${version} ${kind}: ${from} to ${to}`,
    ),
  );
}

it('tells whoever follows a version why its verdict has changed, and of nothing else', async () => {
  expect(await verdictsOf('pkg:pypi/quay@1.0')).toEqual([
    `01 ${ID} 1.0 new: none to affected`,
    `03 ${ID} 1.0 range_corrected: affected to not_affected`,
    `04 ${ID} 1.0 range_corrected: not_affected to affected`,
    `05 ${ID} 1.0 rejected: affected to none`,
  ]);
});

it('tells each version what is true of it', async () => {
  expect(await verdictsOf('pkg:pypi/quay@0.5,pkg:pypi/quay@3.0,pkg:npm/quay@1.0')).toEqual([
    `01 ${ID} 0.5 new: none to affected`,
    `05 ${ID} 0.5 rejected: affected to none`,
  ]);
});

it('judges versions together as each alone, and for a second follower of the same versions not again', async () => {
  const versions = ['quay', 'quayd'].flatMap((name) =>
    ['0.1', '0.8', '0.9', '1.0', '1.1.5', '1.2.0', '1.5', '2.0', '2.1-beta', 'odd'].flatMap((version) => [
      `pkg:pypi/${name}@${version}`,
      `${name}@${version}`,
    ]),
  );
  const alone: string[] = [];
  for (const one of versions) {
    await using own = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
    alone.push(...(await verdictsOf(one, own)));
  }
  await using other = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
  const together = await verdictsOf(versions.toReversed().join(','), other);
  const before = other.sent.length;
  const again = await verdictsOf([...versions.toReversed(), 'pkg:pypi/else@1'].join(','), other);

  expect(together.toSorted()).toEqual(alone.toSorted());
  expect(again).toEqual(together);
  expect(alone.length).toBeGreaterThan(20);
  expect(other.sent.length - before).toBeLessThan(before / 2);
});

it('tells of a fix that has reached a channel, and not of a version that changes nothing', async () => {
  const told = await verdictsOf('quayd');

  expect(told.at(-1)).toMatch(new RegExp(`^09 ${CVE} 1\\.2\\.0 fixed_in_channel: (?:affected|possible) to `));
  expect(told.filter((line) => line.startsWith('08') || line.startsWith('10'))).toEqual([]);
});

it('streams the same', async () => {
  const reader = await readEvents(
    `${app.url}/api/v1/changes/stream?after=start&verdicts=true&packages=pkg:pypi/quay@1.0`,
  );
  const { data } = await reader.next();
  reader.leave();

  expect(JSON.parse(data ?? '')).toMatchObject({
    record: ID,
    verdicts: [{ kind: 'new', asked: 'pkg:pypi/quay@1.0', package: 'quay', channels: [] }],
  });
});

it.each(['verdicts=true', 'verdicts=true&packages=pkg:unheard-of/x@1', 'packages=pkg:'])(
  'refuses %s',
  async (query) => {
    expect(await app.get(`/api/v1/changes?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PARAMETER' },
    });
  },
);
