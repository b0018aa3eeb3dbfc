import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { openTwoPaths, storedBodies, type TwoPaths } from '../support/cve-bodies.ts';
import { IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { putTracker } from '../support/worlds/tracker-rows.ts';

let given: CveApp;
let paths: TwoPaths;
beforeAll(async () => {
  given = await openCveApp();
  paths = await openTwoPaths(given.db, given.database.url, () => Date.UTC(2026, 10, 15, 8));
  await paths.fill();
});
afterAll(async () => {
  await paths?.[Symbol.asyncDispose]();
  await given?.[Symbol.asyncDispose]();
});

/** Whether the answer comes from the body: one that is damaged cannot be unpacked. */
async function comesFromBody(id: string, part: 'lookup' | 'dossier' = 'lookup'): Promise<boolean> {
  const [column, path] = part === 'lookup' ? [sql`head`, ''] : [sql`dossier`, '/dossier'];
  const { rows } = await sql<{ kept: Buffer | null }>`
    select ${column} as kept from cve_body where cve_id = ${id}`.execute(given.db);
  if (rows[0] === undefined || rows[0].kept === null) return false;
  await sql`update cve_body set ${column} = decode('ff', 'hex') where cve_id = ${id}`.execute(given.db);
  const { status } = await paths.stored.get(`/api/v1/cve/${id}${path}`);
  await sql`update cve_body set ${column} = ${rows[0].kept} where cve_id = ${id}`.execute(given.db);
  return status === 500;
}

const put = (source: SourceId, records: Readonly<Record<string, unknown>>) =>
  projectionStore(given.db).put(source, records, new Date());

describe('stored bodies', () => {
  it('are made of CVEs that records settle', async () => {
    expect(await storedBodies(given.db)).toEqual(
      [IDS.published, IDS.partial, IDS.rejected, IDS.withdrawn, IDS.hostile, IDS.fourDigits].toSorted(),
    );
    expect(await comesFromBody(IDS.published)).toBe(true);
    expect(await comesFromBody(IDS.published, 'dossier')).toBe(true);
  });

  it('give no dossier with other aliases than there are now', async () => {
    const other = JSON.stringify([{ id: 'GHSA-zzzz-zzzz-zzzz', asserters: ['osv'], oneSided: false }]);
    const settled = sql`jsonb_set(dossier_settled::jsonb, '{aliases}', ${other}::jsonb)::json`;
    await sql`update cve_body set dossier_settled = ${settled} where cve_id = ${IDS.published}`.execute(given.db);

    expect(await comesFromBody(IDS.published, 'dossier')).toBe(false);
    expect(await comesFromBody(IDS.published)).toBe(true);
    expect(await paths.difference(IDS.published)).toBeNull();
    expect(await paths.wrong()).toEqual([]);
    await sql`update cve_body_progress set after_id = 'CVE-'`.execute(given.db);
    await paths.fill();
    expect(await comesFromBody(IDS.published, 'dossier')).toBe(true);
  });

  it.each(Object.entries(IDS))('answer like the records: %s', async (_, id) => {
    expect(await paths.difference(id)).toBeNull();
  });

  it('wait while a source is read for the first time', async () => {
    const run = { source: 1, channel: 'bulk', started_at: new Date() } as const;
    await given.db.insertInto('run').values(run).execute();
    await sql`update cve_body_progress set after_id = 'CVE-'`.execute(given.db);

    await expect(paths.fill()).rejects.toThrow('not complete');
    await sql`delete from run where state = 'running'`.execute(given.db);
    await expect(paths.fill()).resolves.toBeUndefined();
  });

  it('are the same bytes after a rebuild', async () => {
    const before = await given.db.selectFrom('cve_body').selectAll().orderBy('cve_id').execute();

    await paths.fill(true);

    expect(await given.db.selectFrom('cve_body').selectAll().orderBy('cve_id').execute()).toEqual(before);
  });
});

/** What may change, with the CVE that it concerns; the body no longer fits, but for a score, which is filled in. */
const CHANGES: readonly (readonly [what: string, id: string, fits: boolean, change: () => Promise<unknown>])[] = [
  ['a score', IDS.partial, true, () => put('epss', { '2026-11-14': scores(IDS.partial) })],
  ['a new version', IDS.fourDigits, false, () => put('nvd', { [IDS.fourDigits]: nvd(IDS.fourDigits) })],
  [
    'a new alias',
    IDS.hostile,
    false,
    () => put('osv', { 'PYSEC-2026-9': osv('PYSEC-2026-9', { aliases: [IDS.hostile] }) }),
  ],
  [
    'a record that only names it',
    IDS.rejected,
    false,
    () => put('osv', { 'ALSA-2026:9': osv('ALSA-2026:9', { related: [IDS.rejected] }) }),
  ],
  ['a removed record', IDS.partial, false, () => put('osv', { 'GHSA-dddd-eeee-ffff': null })],
  [
    'a date that moved',
    IDS.withdrawn,
    false,
    () =>
      sql`update current_version set upstream_modified = '2026-03-01' from record
          where record.id = record_id and key = 'PYSEC-2026-2'`.execute(given.db),
  ],
  [
    'an issue of the tracker',
    IDS.published,
    false,
    () => putTracker(given.db, { issues: [{ number: 77, cves: [IDS.published] }] }),
  ],
  [
    'tables that a rebuild replaced',
    IDS.hostile,
    false,
    () =>
      sql`insert into projection_version (name, state, started_at, version, swapped_at)
          values ('affected', 'current', now(), 1, now())
          on conflict (name) do update set swapped_at = now() + interval '1 hour'`.execute(given.db),
  ],
  [
    'a package of the collection',
    IDS.fourDigits,
    false,
    () => put('packages', { 'nixos-unstable/harbour': { pname: 'harbour', version: '1.0', meta: {} } }),
  ],
];

describe('a body does not fit after', () => {
  it.each(CHANGES)('%s', async (_, id, fits, change) => {
    await paths.fill();
    const had = await comesFromBody(id);

    await change();

    expect(had).toBe(true);
    expect(await comesFromBody(id)).toBe(fits);
    expect(await comesFromBody(id, 'dossier')).toBe(fits);
    expect(await paths.difference(id)).toBeNull();
  });

  it('another release', async () => {
    await sql`update cve_body set release = 'another'`.execute(given.db);

    expect(await comesFromBody(IDS.rejected)).toBe(false);
    expect(await paths.difference(IDS.rejected)).toBeNull();
  });
});

/** More than a body has room for; an answer has. */
const FLOODS: readonly (readonly [what: string, id: string, put: () => Promise<unknown>])[] = [
  [
    'records',
    'CVE-2026-20001',
    async () => {
      const ids = Array.from({ length: 100 }, (_, i) => `PYSEC-2026-${1_000 + i}`);
      await put('osv', Object.fromEntries(ids.map((id) => [id, osv(id, { related: ['CVE-2026-20001'] })])));
      await put('cve_list_v5', { 'CVE-2026-20001': cve('CVE-2026-20001', 'Many', 1) });
    },
  ],
  ['names', 'CVE-2026-20002', () => put('cve_list_v5', { 'CVE-2026-20002': cve('CVE-2026-20002', 'Many', 400) })],
  [
    'bytes',
    'CVE-2026-20003',
    () => put('cve_list_v5', { 'CVE-2026-20003': cve('CVE-2026-20003', 'x'.repeat(600_000), 1) }),
  ],
];

it.each(FLOODS)('a CVE with too many %s has no body', async (_, id, fill) => {
  await fill();
  await paths.fill();

  expect(await storedBodies(given.db)).not.toContain(id);
  expect(await paths.difference(id)).toBeNull();
});

it('a dossier that is too large is not kept, its lookup is', async () => {
  const id = 'CVE-2026-20004';
  const record = cve(id, 'Short', 1);
  // The dossier says each range in words and as events.
  const versions = Array.from({ length: 18 }, (_, i) => ({
    version: `${i}.0`,
    lessThan: `${i}.5`,
    status: 'affected',
  }));
  const affected = Array.from({ length: 200 }, (_, i) => ({ vendor: 'quay', product: `crane${i}`, versions }));
  await put('cve_list_v5', { [id]: { ...record, containers: { cna: { ...record.containers.cna, affected } } } });
  await paths.fill();

  expect(await comesFromBody(id)).toBe(true);
  expect(await comesFromBody(id, 'dossier')).toBe(false);
  expect(await paths.difference(id)).toBeNull();
});

function cve(id: string, description: string, products: number) {
  const affected = Array.from({ length: products }, (_, i) => ({
    vendor: 'quay',
    // Numbers are no part of a key.
    product: `crane${String(i).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`,
    versions: [],
  }));
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: { cveId: id, state: 'PUBLISHED' },
    containers: { cna: { descriptions: [{ lang: 'en', value: description }], affected } },
  };
}

function scores(id: string): string {
  return `#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\n${id},0.31,0.9\n`;
}

function nvd(id: string) {
  return { id, vulnStatus: 'Analyzed', descriptions: [{ lang: 'en', value: 'Another word.' }] };
}

function osv(id: string, names: Readonly<Record<string, readonly string[]>>) {
  return { schema_version: '1.7.0', id, modified: '2026-03-01T00:00:00Z', summary: 'Paths', ...names, affected: [] };
}
