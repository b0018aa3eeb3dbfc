import { sql } from 'kysely';
import { openPacker } from '../../../src/ingest/packer.ts';
import type { Db } from '../../../src/store/database.ts';
import { lockRecords, writeVersions } from '../../../src/store/evidence.ts';
import { pack, sha256 } from '../../../src/store/packing.ts';
import { writeProjections } from '../../../src/store/projections/index.ts';
import { quarantine } from '../../../src/store/quarantine.ts';
import { recordRun } from '../../../src/store/runs.ts';
import { projectionStore } from './projection-store.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
export const cve = (number: number) => `CVE-2026-${1_000 + number}`;

function osv(id: string, aliases: readonly string[], fixed: string) {
  const affected = [
    {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    },
  ];
  return {
    id,
    aliases,
    related: [cve(9)],
    upstream: [cve(8)],
    affected,
    modified: '2026-01-01T00:00:00Z',
    database_specific: { cwe_ids: ['CWE-79'] },
  };
}

const listed = (id: string) => ({
  cveMetadata: { cveId: id, state: 'PUBLISHED' },
  containers: {
    cna: {
      title: `Of ${id}`,
      affected: [{ vendor: 'V', product: id, versions: [{ version: '1', status: 'affected' }] }],
    },
  },
});

const exploited = (id: string, product: string) => ({
  cveID: id,
  vendorProject: 'A',
  product,
  vulnerabilityName: 'C',
  dateAdded: '2026-01-02',
  dueDate: '2026-01-03',
  requiredAction: 'Update',
});

const channel = (digit: string) => JSON.stringify({ 'git-revision': digit.repeat(40) });

/** A line of an evaluation, and which attribute its input is. */
export const built = (input: string) =>
  JSON.stringify({
    line: { attr: 'a.x86_64-linux', system: 'x86_64-linux', drvPath: '/a.drv', inputDrvs: { '/b.drv': ['out'] } },
    inputs: { 'b.drv': input },
    is: 'a',
  });

const issue = (title: string) => ({
  number: 7,
  title,
  state: 'open',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

const scores = (date: string) => `#model_version:m,score_date:${date}\ncve,epss,percentile\n${cve(1)},0.1,0.5\n`;

/** Something in every table of evidence and of projections: edits, removals, a return, a position, bad bytes, odd texts. */
export async function fillEvidence(db: Db, { again = false } = {}): Promise<void> {
  const store = projectionStore(db);
  const late = again ? 30 : 0;
  await store.put(
    'osv',
    { 'GO-2026-1': osv('GO-2026-1', [cve(1)], '1.0.0'), 'GO-2026-2': osv('GO-2026-2', [cve(1)], '1.0.0') },
    day(1 + late),
  );
  await store.put('osv', { 'GO-2026-1': osv('GO-2026-1', [cve(1), cve(2)], '2.0.0') }, day(2 + late));
  await store.put('osv', { 'GO-2026-1': null }, day(3 + late));
  const ids = Array.from({ length: 20 }, (_, i) => cve(i));
  await store.put('cve_list_v5', Object.fromEntries(ids.map((id) => [id, listed(id)])), day(1 + late));
  await store.put(
    'kev',
    { [cve(1)]: exploited(cve(1), 'one'), [cve(2)]: exploited(cve(2), 'Ünïcode 😀 "quoted" \\ ') },
    day(2 + late),
  );
  await store.put('kev', { [cve(2)]: null }, day(3 + late));
  await store.put('kev', { [cve(2)]: exploited(cve(2), 'back') }, day(4 + late));
  await store.put('epss', { [`2026-01-0${again ? 5 : 4}`]: scores(`2026-01-0${again ? 5 : 4}`) }, day(5 + late));
  await store.put('nvd', { [cve(1)]: { cve: { id: cve(1), vulnStatus: 'Analyzed' } } }, day(5 + late));
  await store.put(
    'advisory',
    { 'GHSA-8r3f-844c-mc37': { ghsa_id: 'GHSA-8r3f-844c-mc37', cve_id: cve(2) } },
    day(5 + late),
  );
  await store.put('metasploit', { 'exploit/a': { name: 'A', references: [cve(1)] } }, day(5 + late));
  await store.put('channels', { 'nixos-unstable': channel(again ? 'b' : 'a') }, day(5 + late));
  await store.put('packages', { 'nixos-unstable/a': { pname: 'a', version: again ? '2' : '1' } }, day(5 + late));
  await store.put('dependencies', { 'a.x86_64-linux': built(again ? 'c' : 'b') }, day(5 + late));
  await store.put(
    'nixpkgs',
    {
      'issue/7': issue(again ? `a: ${cve(1)}` : 'a'),
      'pull/8': { ...issue('a: 1 -> 2'), number: 8, base: { ref: 'master' } },
      'link/7/8': { created_at: '2026-01-01T00:00:00Z' },
      'reach/8/nixos-unstable': { status: 'ahead' },
    },
    day(5 + late),
  );
  await withDictionary(db, day(6 + late));
  await sql`
    insert into checkpoint (source, channel, value, run_id) select 3, 'delta', '{"watermark":"2026"}', max(id) from run
    on conflict do nothing`.execute(db);
}

/** Records that are packed with a dictionary, one of them taken back, one dated by its source, and bytes that no one can read. */
async function withDictionary(db: Db, at: Date): Promise<void> {
  const source = 5;
  const packer = await openPacker(db, source);
  const documents = Array.from({ length: 60 }, (_, i) => ({
    key: cve(100 + i),
    raw: Buffer.from(JSON.stringify({ cve: { id: cve(100 + i), at } })),
  }));
  await packer.learn(documents.map(({ raw }) => raw));
  await db.transaction().execute(async (trx) => {
    const run = await recordRun(trx, source, at, { seen: 60, changed: 60, removed: 0, unreadable: 1 });
    await lockRecords(trx, source, [...documents.map(({ key }) => key), 'CVE-2026-9999']);
    const evidence = documents.map(({ key, raw }, i) => ({
      key,
      rawSha256: sha256(raw),
      contentSha256: sha256(`content of ${key}`),
      modified: i === 1 ? new Date('2026-01-05T01:02:03.004Z') : null,
      withdrawn: i === 2,
      ...packer.pack(raw),
    }));
    const versions = await writeVersions(trx, run, evidence, at);
    await writeProjections(
      trx,
      'nvd',
      versions.map((version, i) => ({ version, value: JSON.parse(documents[i]?.raw.toString() ?? '') as unknown })),
    );
    const bad = Buffer.from([0xff, 0x00, 0x0a]);
    await quarantine(trx, run, [{ key: null, reason: 'not valid UTF-8\n"', rawSha256: sha256(bad), ...pack(bad) }], at);
  });
}
