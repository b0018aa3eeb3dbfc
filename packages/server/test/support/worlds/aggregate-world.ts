import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';
import { finishRun, recordProgress, startRun, storedSourceNumber } from '../../../src/store/runs.ts';
import { projectionStore } from './projection-store.ts';

export const FIRST = new Date('2026-01-10T00:00:00.000Z');
export const SECOND = new Date('2026-03-10T00:00:00.000Z');

const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
export const MEDIUM = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N';

/**
 * Three vulnerabilities, small enough to count by hand: CVE-2024-1001 under four ids in npm, PyPI and Debian, critical and fixed;
 * CVE-2025-1003, a product that only NVD rates, high and not fixed; GHSA-solo in npm, medium and not fixed. Beside them what does not
 * count: a rejected CVE that an advisory still names, a withdrawn record, a malicious package.
 */
export async function fillAggregateWorld(db: Db): Promise<void> {
  await change(db, 'cve_list_v5', {
    'CVE-2024-1001': cveRecord('CVE-2024-1001', '2024-01-10T00:00:00.000Z', CRITICAL, { lessThan: '1.4.2' }),
    'CVE-2024-1002': {
      cveMetadata: { cveId: 'CVE-2024-1002', state: 'REJECTED' },
      containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'A duplicate.' }] } },
    },
    'CVE-2025-1003': cveRecord('CVE-2025-1003', '2025-02-01T00:00:00.000Z', null, {}),
  });
  await change(db, 'nvd', {
    'CVE-2025-1003': {
      id: 'CVE-2025-1003',
      vulnStatus: 'Analyzed',
      descriptions: [],
      metrics: {
        cvssMetricV31: [{ source: 'nvd@nist.gov', type: 'Primary', cvssData: { vectorString: HIGH, baseScore: 7.5 } }],
      },
    },
  });
  await change(db, 'osv', {
    'GHSA-aaaa-aaaa-aaaa': osvRecord('GHSA-aaaa-aaaa-aaaa', 'npm', 'a', {
      aliases: ['CVE-2024-1001'],
      fixed: '1.2.0',
      vector: MEDIUM,
    }),
    'PYSEC-2024-1': osvRecord('PYSEC-2024-1', 'PyPI', 'a', { aliases: ['GHSA-aaaa-aaaa-aaaa'], fixed: '1.3' }),
    'DEBIAN-CVE-2024-1001': osvRecord('DEBIAN-CVE-2024-1001', 'Debian:12', 'a', {
      upstream: ['CVE-2024-1001'],
      fixed: '1.2.0-1',
    }),
    'GHSA-solo-solo-solo': osvRecord('GHSA-solo-solo-solo', 'npm', 'b', {
      vector: MEDIUM,
      published: '2025-03-05T00:00:00Z',
    }),
    'GHSA-rrrr-rrrr-rrrr': osvRecord('GHSA-rrrr-rrrr-rrrr', 'npm', 'c', { aliases: ['CVE-2024-1002'], fixed: '2.0.0' }),
    'PYSEC-2024-2': osvRecord('PYSEC-2024-2', 'PyPI', 'd', { fixed: '1', withdrawn: '2024-06-01T00:00:00Z' }),
    'MAL-2025-1': osvRecord('MAL-2025-1', 'npm', 'evil', {}),
  });
  await change(db, 'advisory', {
    'GHSA-aaaa-aaaa-aaaa': osvRecord('GHSA-aaaa-aaaa-aaaa', 'npm', 'a', { aliases: ['CVE-2024-1001'], fixed: '1.2.0' }),
  });
}

/** Stores records as a run of their source would, which ends well and says how many changed. */
export async function change(
  db: Db,
  source: SourceId,
  records: Readonly<Record<string, unknown>>,
  at = FIRST,
): Promise<void> {
  await projectionStore(db).put(source, records, at);
  const run = await startRun(db, await storedSourceNumber(db, source), 'delta', at);
  const changed = Object.keys(records).length;
  await db
    .transaction()
    .execute((trx) => recordProgress(trx, run, { seen: changed, changed, removed: 0, unreadable: 0 }));
  await finishRun(db, run, 'ok', null, at);
}

/** As if a run had changed a record of each: for rows that a test writes itself. */
export async function countChange(db: Db, sources: readonly SourceId[]): Promise<void> {
  await sql`
    insert into source_changes (source, changes) select id, 1 from source where name = any(${sources}::text[])
    on conflict (source) do update set changes = source_changes.changes + 1`.execute(db);
}

export function cveRecord(
  id: string,
  published: string,
  vector: string | null,
  version: { readonly lessThan?: string },
) {
  const metric = { version: '3.1', vectorString: vector, baseScore: 9.8 };
  return {
    dataType: 'CVE_RECORD',
    cveMetadata: { cveId: id, state: 'PUBLISHED', assignerShortName: 'tidewater', datePublished: published },
    containers: {
      cna: {
        descriptions: [{ lang: 'en', value: 'A hole.' }],
        ...(vector === null ? {} : { metrics: [{ cvssV3_1: metric }] }),
        affected: [
          {
            vendor: 'Tidewater',
            product: 'harbour',
            versions: [{ version: '1.0', status: 'affected', versionType: 'semver', ...version }],
          },
        ],
        references: [{ url: 'https://tidewater.example/1' }],
      },
    },
  };
}

interface OsvGiven {
  readonly aliases?: readonly string[];
  readonly upstream?: readonly string[];
  readonly fixed?: string;
  readonly vector?: string;
  readonly published?: string;
  readonly withdrawn?: string;
}

export function osvRecord(id: string, ecosystem: string, name: string, given: OsvGiven) {
  const { fixed, vector, published = '2024-01-12T00:00:00Z', ...members } = given;
  const events = [{ introduced: '0' }, ...(fixed === undefined ? [] : [{ fixed }])];
  return {
    schema_version: '1.7.0',
    id,
    modified: published,
    published,
    ...members,
    summary: `A hole in ${name}`,
    ...(vector === undefined ? {} : { severity: [{ type: 'CVSS_V3', score: vector }] }),
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }],
  };
}
