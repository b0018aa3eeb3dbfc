import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AffectedPage, loadAffected } from '../../src/queries/affected-rows.ts';
import { formatEcosystem, packagesNamed } from '../../src/queries/packages-named.ts';
import { sourcesByPackage } from '../../src/queries/sources-by-package.ts';
import { byId, openPackageApp, osvSays, type PackageApp } from '../support/worlds/package-world.ts';

const day = (number: number) => new Date(Date.UTC(2026, 9, number));
const SOURCES = ['osv', 'cve_list_v5'] as const;

const product = (id: string, vendor: string, name: string) => ({
  cveMetadata: { cveId: id, state: 'PUBLISHED' },
  containers: { cna: { affected: [{ vendor, product: name, versions: [{ version: '1.0', status: 'affected' }] }] } },
});

describe('what is stored about packages', () => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp([], async (store) => {
      const left = (fixed: string) => osvSays('GHSA-a', [{ ecosystem: 'npm', name: 'left', fixed }]);
      await store.put('osv', byId(left('1.0.0')), day(1));
      await store.put('osv', byId(left('2.0.0')), day(2));
      await store.put('osv', { 'GHSA-a': null }, day(3));
      await store.put('osv', byId(left('3.0.0')), day(4));
      const lines = Array.from({ length: 7 }, (_, i) => ({
        ecosystem: `Debian:${i + 8}`,
        name: 'tool',
        fixed: `${i + 1}-1`,
      }));
      await store.put(
        'osv',
        byId(
          osvSays('DSA-1', lines),
          osvSays('DSA-2', lines),
          osvSays('DSA-3', lines, { withdrawn: '2026-10-01T00:00:00Z' }),
          osvSays('EOL-1', [{ ecosystem: 'Debian:8', name: '*' }]),
          osvSays('EOL-2', [{ ecosystem: 'Hex', name: '*' }]),
        ),
        day(1),
      );
      await store.put(
        'cve_list_v5',
        {
          'CVE-2026-2001': product('CVE-2026-2001', 'Acme Inc', 'Big Tool'),
          'CVE-2026-2002': product('CVE-2026-2002', 'Other', 'big_tool'),
          'CVE-2026-2003': product('CVE-2026-2003', 'n/a', 'BIG TOOL'),
        },
        day(1),
      );
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  async function named(...names: Parameters<typeof packagesNamed>[1]) {
    const { packages: found } = await packagesNamed(given.db, names);
    return found.map((all) =>
      all
        .map((one) => (one.ecosystem === null ? `${one.vendor}:${one.name}` : `${formatEcosystem(one)} ${one.name}`))
        .sort(),
    );
  }

  it('is found by name, ecosystem, release and vendor, each in its own form', async () => {
    const debian = Array.from({ length: 7 }, (_, i) => `Debian:${i + 8} tool`);

    expect(
      await named(
        { name: 'left' },
        { name: 'left', ecosystem: 'PyPI' },
        { name: 'tool', ecosystem: 'Debian:9' },
        { name: 'big tool', ecosystem: null },
        { name: 'Big_Tool', ecosystem: null, vendor: 'ACME inc' },
        { name: 'nobody' },
      ),
    ).toEqual([
      ['npm left'],
      [],
      ['Debian:9 tool'],
      ['acme_inc:big_tool', 'null:big_tool', 'other:big_tool'],
      ['acme_inc:big_tool', 'null:big_tool'],
      [],
    ]);
    // What is said of the whole of Debian 8 is said of its tool, too; what is said of Hex is not.
    expect(await named({ name: 'tool', ecosystem: 'Debian' }, { name: 'tool' })).toEqual([
      ['Debian:8 *', ...debian].sort(),
      ['Debian:8 *', ...debian].sort(),
    ]);
    expect(await packagesNamed(given.db, [])).toEqual({ packages: [], complete: true });
  });

  it.each([
    [0, []],
    [1, ['< 1.0.0']],
    [2, ['< 2.0.0']],
    [3, []],
    [4, ['< 3.0.0']],
  ])('is told as it was known on day %s', async (number, wanted) => {
    const packages = (await packagesNamed(given.db, [{ name: 'left', ecosystem: 'npm' }])).packages.flat();
    const at = new Date(day(number).getTime() + 1_000);

    const { rows } = await loadAffected(given.db, { packages, sources: SOURCES, at, after: 0, limit: 10 });
    const speakers = await sourcesByPackage(
      given.db,
      packages.map(({ id }) => id),
      SOURCES,
      at,
    );

    const bounds = rows.map(({ found: { assertion } }) =>
      assertion.claims.map((claim) => ('events' in claim ? `< ${claim.events.at(-1)?.version}` : '')).join(),
    );
    expect(bounds).toEqual(wanted);
    expect([...speakers.values()].map((sources) => Array.from(sources))).toEqual(wanted.length === 0 ? [] : [['osv']]);
  });

  it('has the hash of the bytes that said so, then and now', async () => {
    const packages = (await packagesNamed(given.db, [{ name: 'left', ecosystem: 'npm' }])).packages.flat();
    const hashes = [];
    for (const at of [day(1), day(2), day(4), null]) {
      const { rows } = await loadAffected(given.db, { packages, sources: SOURCES, at, after: 0, limit: 10 });
      hashes.push(...rows.map(({ found }) => found.sha256 ?? ''));
    }

    expect(hashes).toHaveLength(4);
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[2]).toBe(hashes[3]);
    const kept = await given.db
      .selectFrom('blob')
      .select('id')
      .where(
        'raw_sha256',
        'in',
        hashes.map((hash) => Buffer.from(hash, 'hex')),
      )
      .execute();
    expect(kept).toHaveLength(3);
  });

  it.each([1, 3, 7, 8, 100])('is read in pages of %s that part no record', async (limit) => {
    const named = (await packagesNamed(given.db, [{ name: 'tool', ecosystem: 'Debian' }])).packages.flat();
    const packages = named.filter(({ name }) => name === 'tool');
    const pages: string[][] = [];
    let after: number | null = 0;
    while (after !== null) {
      const page: AffectedPage = await loadAffected(given.db, { packages, sources: SOURCES, at: null, after, limit });
      if (page.rows.length > 0) pages.push(page.rows.map(({ recordKey }) => recordKey));
      after = page.next;
    }

    const where = new Map<string, Set<number>>();
    pages.forEach((keys, i) => {
      for (const key of keys) where.set(key, (where.get(key) ?? new Set()).add(i));
    });
    expect(pages.flat()).toHaveLength(3 * 7);
    expect([...where].map(([key, on]) => [key, on.size])).toEqual([
      ['DSA-1', 1],
      ['DSA-2', 1],
      ['DSA-3', 1],
    ]);
  });
});
