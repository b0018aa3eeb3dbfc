import type { SourceId } from '@almanac/contract';
import { type RecordDocument, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { sql } from 'kysely';
import { advisoryRows } from '../src/projections/advisory.ts';
import { affectedRows } from '../src/projections/affected/rows.ts';
import { aliasRows } from '../src/projections/aliases.ts';
import { cveRows } from '../src/projections/cve.ts';
import { searchRows } from '../src/projections/search.ts';
import { weaknessRows } from '../src/projections/weakness.ts';
import { scoresOfEvidence } from '../src/sources/epss/evidence.ts';
import type { Db } from '../src/store/database.ts';
import type { RecordChange } from '../src/store/projections/define-projection.ts';
import { epssProjection } from '../src/store/projections/epss.ts';
import { PROJECTIONS } from '../src/store/projections/index.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';

const RECORDS = 4_000;
const BATCH = 100;
const SCORES = 365_000;

/** Records a second, computed and written, each projection by itself; and how long a day of EPSS takes. */
export async function benchProjections(): Promise<void> {
  computed();
  await using database = await createTestDatabase();
  const databases = openTestDatabases(database.url, { role: 'almanac_worker' });
  try {
    await written(databases.primary);
    await epss(databases.primary);
  } finally {
    await databases.close();
  }
}

function computed(): void {
  const documents = { osv: changesOf('osv', 1), cve: changesOf('cve_list_v5', 1) };
  const osv = documents.osv.map((change) => read('osv', change));
  const cve = documents.cve.map((change) => read('cve_list_v5', change));
  console.table([
    rate('osv read', documents.osv, (change) => read('osv', change)),
    rate('cve read', documents.cve, (change) => read('cve_list_v5', change)),
    rate('osv affected', osv, (record) => affectedRows(record)),
    rate('osv advisory', osv, (record) => advisoryRows(record)),
    rate('osv search', osv, (record) => searchRows(record)),
    rate('osv aliases', osv, (record) => aliasRows(record)),
    rate('cve affected', cve, (record) => affectedRows(record)),
    rate('cve cve', cve, (record) => cveRows(record)),
    rate('cve weakness', cve, (record) => weaknessRows(record)),
  ]);
}

function read(source: RecordDocument['source'], { value, version }: RecordChange): VulnerabilityRecord {
  return readVulnerabilityRecord({ source, key: version.key, value });
}

function rate<T>(what: string, items: readonly T[], compute: (item: T) => unknown) {
  for (const item of items) compute(item); // warm-up
  const started = process.cpuUsage().user;
  for (const item of items) compute(item);
  const micros = process.cpuUsage().user - started;
  return { computed: what, 'records/s of one core': Math.round((1e6 * items.length) / micros) };
}

const WRITTEN: readonly (readonly [SourceId, string])[] = [
  ['osv', 'affected'],
  ['osv', 'advisory'],
  ['osv', 'aliases'],
  ['osv', 'search'],
  ['osv', 'weakness'],
  ['cve_list_v5', 'affected'],
  ['cve_list_v5', 'cve'],
  ['cve_list_v5', 'search'],
];

async function written(db: Db): Promise<void> {
  const rows = [];
  for (const [source, name] of WRITTEN) {
    const fresh = await seconds(() => write(db, source, name, changesOf(source, 1)));
    if (rows.length === 0) await printSize(db);
    const same = await seconds(() => write(db, source, name, changesOf(source, 1, 2)));
    const changed = await seconds(() => write(db, source, name, changesOf(source, 2, 3)));
    const perSecond = (time: number) => Math.round(RECORDS / time);
    rows.push({
      written: `${source} ${name}`,
      'new records/s': perSecond(fresh),
      'unchanged records/s': perSecond(same),
      'changed records/s': perSecond(changed),
    });
  }
  console.table(rows);
}

async function printSize(db: Db): Promise<void> {
  const { rows } = await sql<{ rows: number; heap: number; indexes: number }>`
    select count(*) as rows, (pg_table_size('affected') / count(*))::integer as heap,
           (pg_indexes_size('affected') / count(*))::integer as indexes
    from affected`.execute(db);
  console.log(`affected: ${rows[0]?.rows} rows, each ${rows[0]?.heap} bytes and ${rows[0]?.indexes} of indexes`);
}

async function write(db: Db, source: SourceId, name: string, changes: readonly RecordChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += BATCH) {
    await db.transaction().execute(async (trx) => {
      await PROJECTIONS.find((projection) => projection.name === name)?.write(
        trx,
        source,
        changes.slice(at, at + BATCH),
      );
    });
  }
}

async function epss(db: Db): Promise<void> {
  const days = ['2026-01-01', '2026-01-02', '2026-01-02', '2026-01-03'];
  for (const [index, date] of days.entries()) {
    const text = epssFile(date);
    const read = () => scoresOfEvidence(Buffer.from(text), date);
    const reading = await seconds(async () => read());
    const version = { key: date, recordId: 1, seq: index, observedAt: new Date(0) };
    const writing = await seconds(() =>
      db.transaction().execute(async (trx) => {
        await epssProjection.write(trx, 'epss', [{ version, value: read() }]);
      }),
    );
    const again = days.indexOf(date) < index ? ', the same again' : '';
    console.log(
      `EPSS ${date}${again}: ${SCORES} scores read in ${reading.toFixed(2)} s, read and written in ${writing.toFixed(1)} s`,
    );
  }
  const { rows } = await sql<{ current: number; month: number }>`
    select pg_total_relation_size('epss_current') / 1000000 as current,
           pg_total_relation_size('epss_month') / 1000000 as month`.execute(db);
  console.log(`EPSS tables after three days: current ${rows[0]?.current} MB, month ${rows[0]?.month} MB`);
}

function epssFile(date: string): string {
  const shift = Number(date.slice(8));
  const lines = Array.from({ length: SCORES }, (_, i) => {
    // As measured over a week: nearly every percentile moves, one score in a hundred a day.
    const score = ((i * 7_919 + (i % 100 === 0 ? shift : 0)) % 100_000) / 100_000;
    const percentile = ((i * 7_919 + shift) % 100_000) / 100_000;
    return `CVE-${2000 + (i % 26)}-${10_000 + i},${score},${percentile}`;
  });
  return [`#model_version:bench,score_date:${date}T00:00:00Z`, 'cve,epss,percentile', ...lines].join('\n');
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const PROSE =
  'A crafted request lets an attacker read files outside of the served directory in versions before the fix. '.repeat(
    4,
  );

/** Records in the sizes of real ones: three packages or products each, four sentences, a vector. */
function changesOf(source: SourceId, edition: number, seq = edition): RecordChange[] {
  return Array.from({ length: RECORDS }, (_, i) => {
    const key = source === 'osv' ? `BENCH-2024-${i}` : `CVE-2024-${10_000 + i}`;
    const recordId = i + (source === 'osv' ? 1 : 1_000_000);
    const version = { key, recordId, seq, observedAt: new Date(Date.UTC(2026, 0, seq)) };
    return { version, value: source === 'osv' ? osvRecord(key, i, edition) : cveRecord(key, i, edition) };
  });
}

function osvRecord(id: string, i: number, edition: number): unknown {
  const affected = [0, 1, 2].map((n) => ({
    package: { ecosystem: n === 2 ? 'Debian:12' : 'npm', name: `package-${(i * 3 + n) % 2_000}` },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: `${n + edition}.${i % 20}.1` }] }],
  }));
  const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }];
  const aliases = [`CVE-2024-${10_000 + i}`, ...(edition === 1 ? [] : [`OTHER-2024-${i}`])];
  const database_specific = { cwe_ids: [`CWE-${20 + ((i + edition) % 5)}`] };
  return {
    id,
    published: '2024-01-01T00:00:00Z',
    summary: `Edition ${edition}`,
    details: PROSE,
    aliases,
    severity,
    affected,
    database_specific,
  };
}

function cveRecord(cveId: string, i: number, edition: number): unknown {
  const affected = [0, 1, 2].map((n) => ({
    vendor: `Vendor ${i % 300}`,
    product: `Product ${(i * 3 + n) % 2_000}`,
    versions: [{ version: '0', lessThan: `${n + edition}.${i % 20}.1`, status: 'affected', versionType: 'semver' }],
  }));
  const metrics = [{ cvssV3_1: { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', baseScore: 7.5 } }];
  const problemTypes = [{ descriptions: [{ cweId: 'CWE-22' }] }];
  const cna = {
    title: `Edition ${edition}`,
    descriptions: [{ lang: 'en', value: PROSE }],
    affected,
    metrics,
    problemTypes,
  };
  return { cveMetadata: { cveId, state: 'PUBLISHED', datePublished: '2024-01-01T00:00:00Z' }, containers: { cna } };
}

if (import.meta.main) await benchProjections();
