import { type Shard, writeShard } from '@almanac/core/snapshots';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPacks } from '../../src/app/packages/build-packs.ts';
import { addSummaries, joinPacks } from '../../src/app/packages/join-packs.ts';
import type { OpenedParts } from '../../src/app/packages/pack-parts.ts';
import { loadPacks } from '../../src/app/packages/packs.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { lru } from '../../src/platform/lru.ts';
import type { PackName } from '../../src/projections/pack-name.ts';
import { loadPackParts } from '../../src/queries/packs.ts';
import { seeded } from '../support/kills/random.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN } from '../support/worlds/package-world.ts';

const signal = AbortSignal.timeout(600_000);
const GIANT: PackName = { name: 'giant', ecosystem: 'npm', vendor: null };
const RECORDS = 1_200;
const STEPS = 12;

describe('a large pack', () => {
  const random = seeded(20_261_120);
  const pick = (count: number) => Math.floor(random() * count);
  const idOf = (i: number) => `GHSA-${String(i).padStart(4, '0')}-aaaa-aaaa`;
  const cveOf = (i: number) => `CVE-2026-${10_000 + i}`;
  const says = (i: number, more: object = {}) =>
    osvSays(idOf(i), [{ ecosystem: 'npm', name: 'giant', fixed: `${1 + pick(9)}.${pick(9)}.0` }], {
      summary: `Error ${i} ${'lets attackers read files outside the folder that they may read '.repeat(6)}`,
      ...more,
    });
  let given: PackageApp;
  let minutes = 0;
  const later = () => new Date(SEEN.getTime() + (minutes += 1) * 60_000);

  beforeAll(async () => {
    given = await openPackageApp([], async (store) => {
      const records = Array.from({ length: RECORDS }, (_, i) => says(i, i % 3 === 0 ? { aliases: [cveOf(i)] } : {}));
      await store.put('osv', byId(...records), SEEN);
    });
    await fillPacks(given.db, signal);
  }, 120_000);
  afterAll(() => given[Symbol.asyncDispose]());

  /** One of the changes that records make to a package. */
  async function change(): Promise<void> {
    const [one, other] = [pick(RECORDS + 20), pick(RECORDS)];
    const rejected = { cveMetadata: { cveId: cveOf(other), state: 'REJECTED' }, containers: { cna: {} } };
    const changes = [
      () => given.store.put('osv', byId(says(one)), later()),
      () => given.store.put('osv', byId(says(one, { aliases: [idOf(other), cveOf(one)] })), later()),
      () => given.store.put('osv', byId(says(one, { upstream: [cveOf(other), cveOf(one)] })), later()),
      () => given.store.put('osv', byId(says(one, { withdrawn: '2026-10-02T00:00:00Z' })), later()),
      () => given.store.put('osv', { [idOf(other)]: null }, later()),
      () => given.store.put('osv', byId(osvSays(idOf(one), [{ ecosystem: 'npm', name: 'other' }])), later()),
      () => given.store.put('cve_list_v5', { [cveOf(other)]: rejected }, later()),
    ];
    await changes[pick(changes.length)]?.();
  }

  it('has everything that its rows have after any changes, before its parts are made again and after', async () => {
    let remade = 0;
    // Those of one process that keeps all parts, and of one that keeps one or two.
    const [all, some]: [OpenedParts, OpenedParts] = [lru(64 << 20), lru(300 << 10)];
    for (let step = 0; step < STEPS; step += 1) {
      await change();
      if (step % 3 === 0) await change();
      const fromRows = await writtenFromRows();
      expect(await writtenFromParts(), `step ${step}, from outdated parts`).toBe(fromRows);
      expect(await writtenFromParts(all), `step ${step}, from outdated parts and opened ones`).toBe(fromRows);

      const before = await partsByVersion();
      await fillPacks(given.db, signal);

      expect(await writtenFromParts(), `step ${step}, from parts made again`).toBe(fromRows);
      for (const opened of [all, some]) {
        expect(await writtenFromParts(opened), `step ${step}, from opened parts`).toBe(fromRows);
      }
      const after = await partsByVersion();
      expect(after.size).toBeGreaterThan(3);
      remade += [...after.keys()].filter((version) => !before.has(version)).length / after.size;
    }
    console.log(`parts made again by a change: ${((100 * remade) / STEPS).toFixed(0)} %`);
    expect(remade / STEPS).toBeLessThan(0.5);
  }, 300_000);

  it('is built from its rows where a mark does not name the record', async () => {
    await sql`insert into package_mark (mark) values (${'npm\tgiant'})`.execute(given.db);

    const kinds = [];
    for await (const { isBuilt } of loadPacks(given.db, [GIANT])) kinds.push(isBuilt);
    expect(kinds).toEqual([true]);
    await fillPacks(given.db, signal);
    expect(await writtenFromParts()).toBe(await writtenFromRows());
  });

  it('is not read again where its parts are open', async () => {
    const opened: OpenedParts = lru(64 << 20);
    const [first] = await Array.fromAsync(loadPacks(given.db, [GIANT], { opened }));

    const stored = await loadPackParts(given.db, GIANT, opened.keys());
    const [second] = await Array.fromAsync(loadPacks(given.db, [GIANT], { opened }));

    expect(stored?.parts.map(({ pack }) => pack)).toEqual(opened.keys().map(() => null));
    expect(opened.keys().length).toBeGreaterThan(3);
    expect(second?.shard).toEqual(first?.shard);
  });

  /** The parts, each by the row that it is stored in. */
  async function partsByVersion(): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ version: string }>`
      select concat(part, ' ', xmin, ' ', ctid) as version from package_pack where name = 'giant' and part > 0`.execute(
      given.db,
    );
    return new Set(rows.map(({ version }) => version));
  }

  async function writtenFromRows(): Promise<string> {
    const built = await Array.fromAsync(buildPacks(given.db, [GIANT]));
    const shards = await addSummaries(
      given.db,
      built.map(({ shard }) => shard),
    );
    return written(shards);
  }

  async function writtenFromParts(opened?: OpenedParts): Promise<string> {
    const loaded = await Array.fromAsync(loadPacks(given.db, [GIANT], { opened }));
    expect(loaded.map(({ isBuilt }) => isBuilt)).toEqual([false]);
    return written(loaded.map(({ shard }) => shard));
  }

  function written(shards: readonly Shard[]): string {
    const [{ summaries, passedOn } = { summaries: new Map(), passedOn: new Map() }] = shards;
    const place = { partition: 'ecosystem/npm', bits: 0, prefix: 0 };
    const sorted = [...passedOn].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return writeShard({ ...joinPacks(place, shards, summaries), passedOn: new Map(sorted) });
  }
});
