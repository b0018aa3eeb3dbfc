import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import fc from 'fast-check';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { type PublisherMemory, SILENT, SPOKEN_OF } from '../../src/ingest/snapshots/known-since.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { cutOff } from '../support/snapshots/cut-off.ts';
import { withoutPacks } from '../support/snapshots/without-packs.ts';
import { cve, fillCollectionWorld } from '../support/worlds/collection-world.ts';
import { madeEpss, madeKev } from '../support/worlds/finding-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN } from '../support/worlds/package-world.ts';
import { putRecords } from '../support/worlds/projection-store.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

const STEERING = 'cpe:2.3:a:tidewater:steeringgear:1.0:*:*:*:*:*:*:*';
const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
const signal = AbortSignal.timeout(600_000);
const memory: PublisherMemory = { last: null };
let given: PackageApp;
let root: string;
let statements = 0;
let minutes = 0;

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
const remembered = () => memory.last;
const folderOf = (name: string) => openFolderTarget(path.join(root, name));
const publish = (target = folderOf('known'), at = NOW) =>
  publishSnapshot({ db: given.db.withPlugin(counting), target, signer, now: () => at, hours: 48, memory }, signal);
/** In a folder of its own, and as if the process had just begun. */
const fromNothing = () =>
  publishSnapshot({ db: given.db, target: folderOf('nothing'), signer, now: () => NOW, hours: 48 }, signal);
const changedIn = (now: Published, before: Published) =>
  now.manifest.partitions
    .filter(
      ({ name, index }) => before.manifest.partitions.find((one) => one.name === name)?.index.sha256 !== index.sha256,
    )
    .map(({ name }) => name);
/** Of a record each observation is later than the one before. */
function later(): Date {
  minutes += 1;
  return new Date(SEEN.getTime() + minutes * 60_000);
}
const put = (source: SourceId, records: Readonly<Record<string, unknown>>) => given.store.put(source, records, later());

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  given = await openPackageApp([], async (store, db) => {
    await fillCollectionWorld(db);
    await store.put(
      'packages',
      {
        'nixos-unstable/tiller': { pname: 'tiller', version: '1.0', meta: { identifiers: { cpe: STEERING } } },
        'nixos-unstable/python313Packages.rudder': { pname: 'rudder', version: '1.0' },
      },
      SEEN,
    );
    // Nobody has a title for it.
    const untitled = osvSays('PYSEC-2026-60', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '9' }], {
      summary: undefined,
      aliases: ['CVE-2026-3001'],
    });
    await store.put('osv', byId(untitled), SEEN);
    await fillHulls(store);
  });
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

describe('publishing again by the same process', () => {
  it('asks about no package where nothing has changed', async () => {
    const first = await publish();
    const all = statements;
    statements = 0;

    const again = await publish();

    expect(changedIn(again, first)).toEqual([]);
    expect(again.manifest.partitions).toHaveLength(first.manifest.partitions.length);
    expect(statements).toBeLessThan(all / 2);
    expect(remembered()?.attributes.get('quay')).toBe(SILENT);
  });

  it('asks about attributes alone of which somebody speaks or may have begun to', async () => {
    await put('osv', byId(osvSays('PYSEC-2026-70', [{ ecosystem: 'PyPI', name: 'unrelated', fixed: '1' }])));
    await publish();
    expect(remembered()?.attributes.get('quay')).toBe(SILENT);

    await put('osv', byId(osvSays('PYSEC-2026-71', [{ ecosystem: 'PyPI', name: 'quay', fixed: '9' }])));
    const told = await publish();

    expect(remembered()?.attributes.get('quay')).toBe(SPOKEN_OF);
    expect(withoutPacks(told.manifest)).toEqual(withoutPacks((await fromNothing()).manifest));
  });

  it('looks at everything once a day', async () => {
    await publish();
    const begun = remembered()?.begun;
    await publish(undefined, new Date(NOW.getTime() + 23 * 3_600_000));
    expect(remembered()?.begun).toEqual(begun);

    const next = new Date(NOW.getTime() + 24 * 3_600_000);
    await publish(undefined, next);

    expect(remembered()?.begun).toEqual(next);
    memory.last = null;
    await publish();
  });

  it('begins with nothing after it was cut off, and where another has published meanwhile', async () => {
    const { manifest } = await publish();
    await expect(publish(cutOff(folderOf('known'), 0))).rejects.toThrow('cut off');
    expect(remembered()).toBeNull();
    await publish();
    const other: PublisherMemory = { last: memory.last };

    await put('osv', byId(osvSays('PYSEC-2026-72', [{ ecosystem: 'PyPI', name: 'other', fixed: '1' }])));
    await publishSnapshot({ db: given.db, target: folderOf('known'), signer, now: () => NOW, hours: 48 }, signal);
    await put('osv', { 'PYSEC-2026-72': null });
    memory.last = other.last;

    expect(withoutPacks((await publish()).manifest)).toEqual(withoutPacks(manifest));
  });

  it('sees what a rebuild has put right, and looks at everything while one is under way', async () => {
    const affected = PROJECTIONS.find(({ name }) => name === 'affected') as (typeof PROJECTIONS)[number];
    await sql`
      update affected set known_to = known_from + interval '1 second'
      where known_to is null and record_id = (select id from record where key = 'PYSEC-2026-1')`.execute(given.db);
    memory.last = null;
    const wrong = await publish();
    await rebuild({ db: given.db, now: () => NOW }, affected);

    const right = await publish();

    expect(changedIn(right, wrong)).toEqual(['ecosystem/PyPI', 'collection']);
    expect(withoutPacks(right.manifest)).toEqual(withoutPacks((await fromNothing()).manifest));
    const soon = new Date(NOW.getTime() + 60_000);
    await sql`insert into rebuild_progress values ('affected', 1, 1, '0', '0', 0, 0)`.execute(given.db);
    await publish(undefined, soon);
    await sql`delete from rebuild_progress`.execute(given.db);
    expect(remembered()?.begun).toEqual(soon);
  });

  it('sees what a transaction has stored that began before the last publication and ended after it', async () => {
    await given.db.transaction().execute(async (trx) => {
      const record = osvSays('PYSEC-2026-73', [{ ecosystem: 'PyPI', name: 'gangway', fixed: '99' }]);
      await putRecords(trx, 'osv', byId(record), later());
      await put('packages', { 'nixos-unstable/halfmoon': { pname: 'halfmoon', version: '1.0.2' } });
      await publish();
    });

    const { manifest } = await publish();

    expect(withoutPacks(manifest)).toEqual(withoutPacks((await fromNothing()).manifest));
  });
});

/** Each with what it changes of a snapshot. */
const CHANGES: readonly (readonly [what: string, make: () => Promise<unknown>, changed: readonly string[]])[] = [
  [
    'OSV speaks of a package that was silent',
    () => put('osv', byId(osvSays('PYSEC-2026-61', [{ ecosystem: 'PyPI', name: 'rudder', fixed: '2' }]))),
    ['ecosystem/PyPI', 'collection'],
  ],
  [
    'OSV takes it back',
    () =>
      put(
        'osv',
        byId(
          osvSays('PYSEC-2026-61', [{ ecosystem: 'PyPI', name: 'rudder', fixed: '2' }], {
            withdrawn: '2026-10-02T00:00:00Z',
          }),
        ),
      ),
    ['ecosystem/PyPI', 'collection'],
  ],
  ['OSV no longer has it', () => put('osv', { 'PYSEC-2026-61': null }), ['ecosystem/PyPI', 'collection']],
  [
    'another record joins two ids',
    () => put('osv', byId(osvSays('GHSA-bbbb-bbbb-bbbb', [], { aliases: ['PYSEC-2026-60', 'CVE-2026-3002'] }))),
    ['ecosystem/PyPI', 'collection'],
  ],
  [
    'the CVE list has a record of what another gives no bounds for',
    () => put('cve_list_v5', { 'CVE-2026-5028': cve('CVE-2026-5028', 'shipyard', 'keel', '2.0') }),
    ['ecosystem/PyPI', 'collection'],
  ],
  [
    'an advisory for something else names a vulnerability as its origin',
    () =>
      put(
        'osv',
        byId(
          osvSays('DSA-2-1', [{ ecosystem: 'Debian:12', name: 'dinghy', fixed: '1' }], { upstream: ['CVE-2026-5042'] }),
        ),
      ),
    ['ecosystem/Debian'],
  ],
  [
    'a third record parts from a vulnerability',
    () => put('osv', byId(osvSays('GHSA-bbbb-bbbb-bbbb', [], { aliases: ['CVE-2026-3002'] }))),
    ['ecosystem/PyPI', 'collection'],
  ],
  [
    'the CVE list speaks of a silent package by the name in its CPE',
    () => put('cve_list_v5', { 'CVE-2026-3003': cve('CVE-2026-3003', 'tidewater', 'steeringgear', '2.0') }),
    ['collection'],
  ],
  ['the CVE list rejects it', () => put('cve_list_v5', { 'CVE-2026-3003': rejected('CVE-2026-3003') }), ['collection']],
  [
    'NVD speaks of a package',
    () => put('nvd', { 'CVE-2026-1001': nvdSays('CVE-2026-1001', 'libbuoy') }),
    ['collection'],
  ],
  [
    'an advisory speaks of a package',
    () => put('advisory', byId(osvSays('GHSA-cccc-cccc-cccc', [{ ecosystem: 'npm', name: 'sail', fixed: '2' }]))),
    ['ecosystem/npm'],
  ],
  [
    'KEV has a name for what has none',
    () => put('kev', { 'CVE-2026-3001': madeKev('CVE-2026-3001') }),
    ['ecosystem/PyPI', 'collection', 'risk'],
  ],
  ['EPSS has a score', () => put('epss', { '2026-11-13': madeEpss('2026-11-13', { 'CVE-2026-1001': 0.4 }) }), ['risk']],
  [
    'an issue names a silent package by its attribute',
    () =>
      putTracker(
        given.db,
        { issues: [{ number: 14, cves: ['CVE-2026-1001'], packages: ['python313Packages.rudder'] }] },
        later(),
      ),
    ['collection'],
  ],
  [
    'a pull request mends an issue',
    () => putTracker(given.db, { pulls: [{ number: 92, closes: [14] }] }, later()),
    ['collection'],
  ],
  [
    'a channel moves',
    () => put('packages', { 'nixos-unstable/tiller': { pname: 'tiller', version: '1.1' } }),
    ['channel/nixos-unstable'],
  ],
  [
    'a channel has a package more, of which records speak',
    () => put('packages', { 'nixos-26.05/lock-step': { pname: 'lock-step', version: '2.2.0' } }),
    ['channel/nixos-26.05', 'collection'],
  ],
];

describe('a change', () => {
  it.each(CHANGES)('is published as from nothing: %s', async (_what, make, changed) => {
    memory.last = null;
    const before = await publish();
    await make();

    const known = await publish();

    expect(changedIn(known, before).toSorted()).toEqual(changed.toSorted());
    expect(withoutPacks(known.manifest)).toEqual(withoutPacks((await fromNothing()).manifest));
  });
});

const IDS = ['CVE-2026-1001', 'CVE-2026-1002', 'CVE-2026-1005', 'CVE-2026-2001', 'CVE-2026-5000', 'CVE-2026-5014'];
const RECORDS = ['PYSEC-2026-1', 'PYSEC-2026-5002', 'DSA-1-1', 'UBUNTU-CVE-2026-1001', 'GHSA-aaaa-aaaa-aaaa'];
/** Not under an id of OSV: what two sources name as the origin of one id is joined where both are loaded together. */
const ADVISORIES = ['GHSA-dddd-dddd-dddd', 'GHSA-eeee-eeee-eeee'];
const NAMES = ['libbuoy', 'lock-step', 'quay', 'gangway', 'Quay', 'steeringgear', 'hull-3', 'unheard'];
const ATTRIBUTES = ['libbuoy', 'quay', 'python313Packages.lock-step', 'halfmoon', 'fresh'];

const id = fc.constantFrom(...IDS);
const name = fc.constantFrom(...NAMES);
const saying = (ids: readonly string[]) =>
  fc
    .record({
      record: fc.constantFrom(...ids),
      ecosystem: fc.constantFrom('PyPI', 'npm', 'Debian:12', 'Ubuntu:24.04:LTS', 'Hackage'),
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 2 }),
      more: fc.record(
        {
          aliases: fc.uniqueArray(id, { maxLength: 2 }),
          upstream: fc.uniqueArray(id, { maxLength: 2 }),
          summary: fc.constantFrom('One', 'Another'),
          withdrawn: fc.constant('2026-10-02T00:00:00Z'),
        },
        { requiredKeys: [] },
      ),
      fixed: fc.option(fc.constantFrom('1.0', '6.0'), { nil: undefined }),
      isGone: fc.boolean(),
    })
    .map(({ record, ecosystem, names, more, fixed, isGone }) => {
      const affected = names.map((each) => ({ ecosystem, name: each, ...(fixed === undefined ? {} : { fixed }) }));
      return { [record]: isGone && fixed === undefined ? null : osvSays(record, affected, more) };
    });
const change = fc.oneof(
  { weight: 4, arbitrary: saying(RECORDS).map((records) => () => put('osv', records)) },
  { weight: 1, arbitrary: saying(ADVISORIES).map((records) => () => put('advisory', records)) },
  {
    weight: 2,
    arbitrary: fc.tuple(id, name, fc.constantFrom('7.0', null)).map(
      ([cveId, product, fixed]) =>
        () =>
          put('cve_list_v5', { [cveId]: cve(cveId, 'tidewater', product, fixed) }),
    ),
  },
  {
    weight: 1,
    arbitrary: id.map((cveId) => () => put('cve_list_v5', { [cveId]: rejected(cveId) })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(id, name).map(
      ([cveId, product]) =>
        () =>
          put('nvd', { [cveId]: nvdSays(cveId, product) }),
    ),
  },
  { weight: 1, arbitrary: id.map((cveId) => () => put('kev', { [cveId]: madeKev(cveId) })) },
  {
    weight: 1,
    arbitrary: id.map(
      (cveId) => () => put('epss', { '2026-11-14': madeEpss('2026-11-14', { [cveId]: minutes / 1_000 }) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...ATTRIBUTES), fc.constantFrom('nixos-unstable', 'nixos-26.05'), fc.nat(3), id)
      .map(
        ([attribute, channel, kind, cveId]) =>
          () =>
            put('packages', { [`${channel}/${attribute}`]: carriedAs(attribute.split('.').at(-1) ?? '', kind, cveId) }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(11, 12, 13), id, fc.uniqueArray(name, { maxLength: 2 }), fc.boolean()).map(
      ([number, cveId, packages, tracked]) =>
        () =>
          putTracker(given.db, { issues: [{ number, cves: [cveId], packages, tracked }] }, later()),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(90, 91), fc.constantFrom(11, 12), id).map(
      ([number, closes, cveId]) =>
        () =>
          putTracker(given.db, { pulls: [{ number, closes: [closes], cves: [cveId] }] }, later()),
    ),
  },
  {
    weight: 1,
    // What the tracker says was put into its tables by hand.
    arbitrary: fc
      .constantFrom(...PROJECTIONS.filter(({ sources }) => !sources.includes('nixpkgs')))
      .map((projection) => () => rebuild({ db: given.db, now: () => NOW }, projection)),
  },
);

describe('what a process publishes that remembers', () => {
  it('is byte by byte what one publishes that begins with nothing, whatever has changed', async () => {
    let kept = 0;
    let before: Published | null = null;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        for (const make of changes) await make();

        const known = await publish();
        const whole = await fromNothing();

        expect(withoutPacks(known.manifest)).toEqual(withoutPacks(whole.manifest));
        if (before !== null && changedIn(known, before).length < known.manifest.partitions.length) kept += 1;
        before = known;
      }),
      { numRuns: 12 },
    );
    expect(kept).toBeGreaterThan(0);
  }, 300_000);
});

/** So many packages of which records speak, and as many that are silent, that partitions have several shards. */
async function fillHulls(store: PackageApp['store']): Promise<void> {
  const hulls = Array.from({ length: 140 }, (_, i) => {
    const about = { ecosystem: 'PyPI', name: `hull-${i}`, ...(i % 7 === 0 ? {} : { fixed: '2.0' }) };
    return osvSays(`PYSEC-2026-${5000 + i}`, [about], i % 2 === 0 ? { aliases: [`CVE-2026-${5000 + i}`] } : {});
  });
  const carried = ['hull', 'mast'].flatMap((pname) =>
    hulls.map((_, i) => [`nixos-unstable/python313Packages.${pname}-${i}`, { pname: `${pname}-${i}`, version: '1.0' }]),
  );
  await store.put('osv', byId(...hulls), SEEN);
  await store.put('packages', Object.fromEntries(carried) as Record<string, unknown>, SEEN);
}

function rejected(cveId: string): object {
  return { cveMetadata: { cveId, state: 'REJECTED' }, containers: { cna: {} } };
}

function nvdSays(cveId: string, product: string): object {
  const criteria = `cpe:2.3:a:tidewater:${product.toLowerCase()}:*:*:*:*:*:*:*:*`;
  const cpeMatch = [{ vulnerable: true, criteria, versionEndExcluding: '5.0', matchCriteriaId: 'x' }];
  return {
    id: cveId,
    vulnStatus: 'Analyzed',
    descriptions: [],
    configurations: [{ nodes: [{ operator: 'OR', cpeMatch }] }],
  };
}

function carriedAs(pname: string, kind: number, cveId: string): object | null {
  if (kind === 0) return null;
  return {
    pname,
    version: `${kind}.0`,
    ...(kind === 2 ? { patches: [`${cveId}.patch`] } : {}),
    ...(kind === 3 ? { meta: { knownVulnerabilities: [cveId] } } : {}),
  };
}
