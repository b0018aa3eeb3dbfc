import { type AffectedFacts, evaluate, unpackAssertion } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type ProjectionStore, projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let store: ProjectionStore;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 3 });
  store = projectionStore(databases.primary);
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

function advisory(id: string, events: object[], more: object = {}) {
  const affected = [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }] }];
  return { id, modified: '2026-01-01T00:00:00Z', affected, ...more };
}

const below = (fixed: string) => [{ introduced: '0' }, { fixed }];

/** The ids of records that affect a version of npm's `left`, as known at an instant. */
async function affecting(version: string, at: Date): Promise<string[]> {
  const { rows } = await sql<AffectedFacts & { claims: string }>`
    select 'osv' as source, record.key as "recordKey", ecosystem, release, vendor, name, withdrawn, claims
    from package
    join affected on affected.package_id = package.id and known_from <= ${at} and (known_to is null or known_to > ${at})
    join record on record.id = affected.record_id
    where name = 'left' and ecosystem = 'npm'
    order by record.key`.execute(databases.primary);
  const said = rows.map((row) => unpackAssertion(row.claims, row));
  return said.filter((each) => evaluate(each, { version }).verdict === 'affected').map(({ record }) => record.id);
}

/** Every row there was, oldest first, with the days between which it was known. */
async function history(): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select format('%s %s–%s %s%s', record.key, extract(day from known_from), extract(day from known_to),
                  substring(claims from '"f([^"]*)"'), case when withdrawn then ' withdrawn' end) as said
    from affected join record on record.id = affected.record_id order by known_from, known_to`.execute(
    databases.primary,
  );
  return rows.map(({ said }) => said);
}

describe('affected packages', () => {
  it('are found by version and by what was known when', async () => {
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(1));
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('2.0.0')) }, day(5));

    expect(await affecting('1.5.0', day(4))).toEqual([]);
    expect(await affecting('1.5.0', day(6))).toEqual(['GHSA-a']);
    expect(await affecting('0.9.0', day(4))).toEqual(['GHSA-a']);
    expect(await affecting('0.9.0', new Date(day(1).getTime() - 1))).toEqual([]);
    expect(await affecting('2.0.0', day(6))).toEqual([]);
  });

  it('come back as new rows when a record returns to what it said before', async () => {
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(1));
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('2.0.0')) }, day(2));
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(3));

    expect(await history()).toEqual(['GHSA-a 1–2 1.0.0', 'GHSA-a 2–3 2.0.0', 'GHSA-a 3– 1.0.0']);
  });

  it('are not touched by a version that says the same about them', async () => {
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(1));
    const before = await sql`select xmin::text, ctid::text from affected`.execute(databases.primary);
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0'), { summary: 'Now with words' }) }, day(2));

    const after = await sql`select xmin::text, ctid::text from affected`.execute(databases.primary);

    expect(after.rows).toEqual(before.rows);
  });

  it('keep the rows of the packages that did not change', async () => {
    const other = {
      package: { ecosystem: 'npm', name: 'other' },
      ranges: [{ type: 'SEMVER', events: below('9.0.0') }],
    };
    const first = advisory('GHSA-a', below('1.0.0'));
    const second = advisory('GHSA-a', below('2.0.0'));
    await store.put('osv', { 'GHSA-a': { ...first, affected: [...first.affected, other] } }, day(1));
    await store.put('osv', { 'GHSA-a': { ...second, affected: [other, ...second.affected] } }, day(2));

    expect(await history()).toEqual(['GHSA-a 1–2 1.0.0', 'GHSA-a 1– 9.0.0', 'GHSA-a 2– 2.0.0']);
  });

  it('of one record may be thousands, of which one changes', async () => {
    const record = (fixed: string) => ({
      id: 'ALSA-1',
      affected: Array.from({ length: 6_000 }, (_, i) => ({
        package: { ecosystem: 'AlmaLinux:9', name: `package-${i}` },
        ranges: [{ type: 'ECOSYSTEM', events: below(i === 7 ? fixed : '1.0-1') }],
      })),
    });
    await store.put('osv', { 'ALSA-1': record('1.0-1') }, day(1));
    await store.put('osv', { 'ALSA-1': record('2.0-1') }, day(2));

    const { rows } = await sql`
      select count(*) as all, count(known_to) as closed, count(*) filter (where known_from = ${day(2)}) as opened
      from affected`.execute(databases.primary);

    expect(rows).toEqual([{ all: 6_001, closed: 1, opened: 1 }]);
  });

  it('are withdrawn with their record, and gone with it', async () => {
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(1));
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0'), { withdrawn: '2026-01-02' }) }, day(2));
    await store.put('osv', { 'GHSA-a': null }, day(3));
    await store.put('osv', { 'GHSA-a': advisory('GHSA-a', below('1.0.0')) }, day(4));

    expect(await history()).toEqual(['GHSA-a 1–2 1.0.0', 'GHSA-a 2–3 1.0.0 withdrawn', 'GHSA-a 4– 1.0.0']);
    expect(await affecting('0.1.0', day(2))).toEqual([]);
    expect(await affecting('0.1.0', day(4))).toEqual(['GHSA-a']);
  });

  it('of all sources are filed under one name, spelt as the ecosystem compares names', async () => {
    const pypi = { package: { ecosystem: 'PyPI', name: 'Zope.Interface' }, versions: ['1.0'] };
    await store.put('osv', { 'PYSEC-1': { id: 'PYSEC-1', affected: [pypi] } }, day(1));
    const vulnerability = {
      package: { ecosystem: 'pip', name: 'zope-interface' },
      vulnerable_version_range: '< 2.0',
    };
    await store.put('advisory', { 'GHSA-a': { ghsa_id: 'GHSA-a', vulnerabilities: [vulnerability] } }, day(1));
    const product = { vendor: 'Zope', product: 'Zope Interface', versions: [{ version: '1.0', status: 'affected' }] };
    const cve = { cveMetadata: { cveId: 'CVE-2026-1000' }, containers: { cna: { affected: [product] } } };
    await store.put('cve_list_v5', { 'CVE-2026-1000': cve }, day(1));
    const criteria = 'cpe:2.3:a:zope:zope_interface:1.0:*:*:*:*:*:*:*';
    const configurations = [{ nodes: [{ operator: 'OR', cpeMatch: [{ vulnerable: true, criteria }] }] }];
    await store.put('nvd', { 'CVE-2026-1000': { cve: { id: 'CVE-2026-1000', configurations } } }, day(1));

    const { rows } = await sql`
      select ecosystem, vendor, name, count(*) as rows from package join affected on package_id = package.id
      group by 1, 2, 3 order by 1`.execute(databases.primary);

    expect(rows).toEqual([
      { ecosystem: 'PyPI', vendor: null, name: 'zope-interface', rows: 2 },
      { ecosystem: null, vendor: 'zope', name: 'zope_interface', rows: 2 },
    ]);
  });

  it('of transactions that add the same names at once have one number each', async () => {
    const put = (id: string) => store.put('osv', { [id]: advisory(id, below('1.0.0')) }, day(1));

    await Promise.all(['A-1', 'A-2', 'A-3'].map(put));

    expect(await databases.primary.selectFrom('package').select('name').execute()).toEqual([{ name: 'left' }]);
    expect(await affecting('0.1.0', day(2))).toEqual(['A-1', 'A-2', 'A-3']);
  });
});
