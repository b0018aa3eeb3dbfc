import type { Db } from '../../../src/store/database.ts';
import { projectionStore } from './projection-store.ts';

const CRITICAL = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';

/**
 * Packages of the twins' small collection and four CVEs: 1001 and 1002 of a product that the collection declares, of which 1002 is
 * fixed; 1003 of a package of PyPI, with the weakness of 1001; 1004 is rejected.
 */
export async function fillGraphWorld(db: Db, at: Date): Promise<void> {
  const store = projectionStore(db);
  await store.put(
    'packages',
    {
      'nixos-unstable/libbuoy': {
        pname: 'libbuoy',
        version: '5.6.2',
        meta: { identifiers: { cpe: 'cpe:2.3:a:tidewater:libbuoy:5.6.2:*:*:*:*:*:*:*' } },
      },
      'nixos-unstable/python313Packages.lock-step': { pname: 'lock-step', version: '2.1.3' },
      'nixos-unstable/python313Packages.bilge': {
        pname: 'bilge',
        version: '2.3.0',
        meta: { knownVulnerabilities: ['CVE-2025-91804', 'CVE-2026-1004, which was rejected since'] },
      },
      'nixos-unstable/gangway': { pname: 'gangway', version: '3.2.9' },
      'nixos-unstable/halfmoon': { pname: 'halfmoon', version: '1.0.1' },
    },
    at,
  );
  await store.put('cve_list_v5', { 'CVE-2026-1004': rejected('CVE-2026-1004') }, at);
  await store.put(
    'nvd',
    {
      'CVE-2026-1001': nvd('CVE-2026-1001', '2026-01-01', '5.6.3', 'CWE-79'),
      'CVE-2026-1002': nvd('CVE-2026-1002', '2026-02-01', '5.0.0', 'CWE-22'),
      'CVE-2026-1003': nvd('CVE-2026-1003', '2026-03-01', 'elsewhere', 'CWE-79'),
      'CVE-2026-1004': nvd('CVE-2026-1004', '2026-03-01', null, 'CWE-79'),
    },
    at,
  );
  await store.put(
    'osv',
    {
      'PYSEC-2026-1': {
        id: 'PYSEC-2026-1',
        modified: '2026-03-02T00:00:00Z',
        aliases: ['CVE-2026-1003'],
        affected: [
          {
            package: { ecosystem: 'PyPI', name: 'lock-step' },
            ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.2.0' }] }],
          },
        ],
      },
    },
    at,
  );
}

function nvd(id: string, published: string, fixed: string | null, cwe: string) {
  const criteria = 'cpe:2.3:a:tidewater:libbuoy:*:*:*:*:*:*:*:*';
  const metrics =
    fixed === '5.6.3'
      ? {
          cvssMetricV31: [
            { source: 'nvd@nist.gov', type: 'Primary', cvssData: { vectorString: CRITICAL, baseScore: 9.8 } },
          ],
        }
      : {};
  const cve = {
    id,
    published: `${published}T00:00:00.000`,
    vulnStatus: 'Analyzed',
    descriptions: [],
    metrics,
    weaknesses: [{ source: 'nvd@nist.gov', type: 'Primary', description: [{ lang: 'en', value: cwe }] }],
    configurations: [
      {
        nodes: [
          {
            operator: 'OR',
            negate: false,
            cpeMatch: linesOf(fixed).map((range) => Object.assign({ vulnerable: true, criteria }, range)),
          },
        ],
      },
    ],
  };
  return { cve: fixed === 'elsewhere' ? { ...cve, configurations: [] } : cve };
}

/** Of what is fixed in 5.6.3 an older line has a fix of its own. */
function linesOf(fixed: string | null): object[] {
  if (fixed === null) return [{}];
  if (fixed !== '5.6.3') return [{ versionEndExcluding: fixed }];
  return [{ versionEndExcluding: '4.9.1' }, { versionStartIncluding: '5.0.0', versionEndExcluding: fixed }];
}

function rejected(id: string) {
  return {
    cveMetadata: { cveId: id, state: 'REJECTED' },
    containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'A duplicate.' }] } },
  };
}
