import { sql } from 'kysely';
import { bodyRelease } from '../src/app/cve/stored-lookup.ts';
import { fillCveBodies } from '../src/ingest/fill-cve-bodies.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { projectionStore } from '../test/support/worlds/projection-store.ts';
import { BENCH_BUILD } from './bench-app.ts';
import { sideBySide } from './side-by-side.ts';

const subject = new URL('cve-subject.ts', import.meta.url);
const CVES = 500;
const BATCH = 200;

/**
 * `npm run bench cve`: the lookup and the dossier beside the bare engine. Cold: the same rows by one prepared SELECT through the same pool
 * and Fastify, unpacked and hashed. Kept: bare Fastify that splices the same bytes and hashes the same evidence.
 */
export async function benchCve(): Promise<void> {
  await using database = await createTestDatabase();
  const ids = await fillCves(database.url);
  await sideBySide({
    subject,
    args: [database.url],
    paths: ids,
    pairs: [
      { name: 'lookup from records, nothing kept', bare: 'bare rows', ours: 'lookup from records' },
      { name: 'lookup from a stored body, nothing kept', bare: 'bare rows', ours: 'cold lookup' },
      {
        name: 'lookup, nothing kept, beside statements that are planned each time',
        bare: 'unprepared lookup',
        ours: 'cold lookup',
      },
      { name: 'lookup, kept', bare: 'bare splice', ours: 'kept lookup' },
    ],
  });
  await sideBySide({
    subject,
    args: [database.url],
    paths: ids.map((id) => `${id}/dossier`),
    pairs: [
      { name: 'dossier from records, nothing kept', bare: 'bare rows', ours: 'dossier from records' },
      { name: 'dossier from a stored body, nothing kept', bare: 'bare rows', ours: 'cold dossier' },
    ],
  });
}

/** Records of the CVE list and of OSV, two for each id that is given back. */
export async function fillCves(databaseUrl: string): Promise<readonly string[]> {
  const { primary, close } = openTestDatabases(databaseUrl, { role: 'almanac_worker' });
  const store = projectionStore(primary);
  const ids = Array.from({ length: CVES }, (_, i) => `CVE-2026-${10_000 + i}`);
  for (let from = 0; from < CVES; from += BATCH) {
    const page = ids.slice(from, from + BATCH);
    await store.put('cve_list_v5', Object.fromEntries(page.map((id) => [id, cveRecord(id)])), new Date());
    await store.put('osv', Object.fromEntries(page.map((id) => [`GO-${id.slice(4)}`, osvRecord(id)])), new Date());
  }
  // As a deployment's are: of sources that are past their time every lookup would ask for newer records.
  await sql`
    insert into run (source, channel, state, started_at, finished_at, live)
    select id, 'delta', 'ok', now(), now(), ${CVES} from source`.execute(primary);
  const release = bodyRelease(BENCH_BUILD);
  await fillCveBodies({ db: primary, now: () => new Date(), release }, AbortSignal.timeout(60_000));
  await close();
  return ids;
}

const SENTENCE = 'A flaw in the handling of paths lets a remote attacker read files outside of the served folder. ';

/** About 6 kB, as records of the CVE list have. */
function cveRecord(id: string) {
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: {
      cveId: id,
      state: 'PUBLISHED',
      assignerShortName: 'tidewater',
      datePublished: '2026-01-09T00:00:00.000Z',
      dateUpdated: '2026-02-09T00:00:00.000Z',
    },
    containers: {
      cna: {
        title: `Harbour ${id}: path traversal`,
        descriptions: [{ lang: 'en', value: SENTENCE.repeat(6) + id }],
        metrics: [
          {
            cvssV3_1: { version: '3.1', vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', baseScore: 7.5 },
          },
        ],
        affected: Array.from({ length: 6 }, (_, i) => ({
          vendor: 'Tidewater',
          product: `harbour-${i}`,
          versions: Array.from({ length: 4 }, (__, line) => ({
            version: `${line}.0.0`,
            lessThan: `${line}.4.${i}`,
            status: 'affected',
            versionType: 'semver',
          })),
        })),
        references: Array.from({ length: 12 }, (_, i) => ({
          url: `https://tidewater.example/${id}/${i}`,
          tags: ['vendor-advisory'],
        })),
        problemTypes: [
          { descriptions: [{ lang: 'en', type: 'CWE', cweId: 'CWE-22', description: 'CWE-22 Path Traversal' }] },
        ],
      },
    },
  };
}

function osvRecord(cve: string) {
  return {
    schema_version: '1.7.0',
    id: `GO-${cve.slice(4)}`,
    modified: '2026-01-09T10:00:00Z',
    aliases: [cve],
    summary: 'Path traversal in harbour',
    details: SENTENCE.repeat(3),
    affected: [
      {
        package: { ecosystem: 'Go', name: `example.com/harbour/${cve}` },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.4.2' }] }],
      },
    ],
  };
}
