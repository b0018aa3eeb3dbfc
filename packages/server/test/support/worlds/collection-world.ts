import type { Db } from '../../../src/store/database.ts';
import { byId, NOW, osvSays, SEEN, wasRead } from './package-world.ts';
import { projectionStore } from './projection-store.ts';
import { putTracker } from './tracker-rows.ts';

/** What people wrote in the tracker. */
export const COLLECTION_TITLE = 'the mooring of libbuoy leaks, says a sentence of the tracker';

const BUOY = { identifiers: { cpe: 'cpe:2.3:a:tidewater:libbuoy:5.6.2:*:*:*:*:*:*:*' } };

/**
 * Two channels of the collection. `libbuoy` is affected by 1001 by the CVE list, NVD and distributions, and mended by a patch in one channel; 1002 is of a
 * package of PyPI; the collection names 1003 itself; 1004 was rejected; the tracker links 1005 to `gangway`, of which the CVE's record speaks under another name;
 * `halfmoon` has only its name in common with a product.
 */
export async function fillCollectionWorld(db: Db): Promise<void> {
  const store = projectionStore(db);
  const home = { homepage: 'https://github.com/tidewater/gangway' };
  const carried = {
    'nixos-unstable/libbuoy': { pname: 'libbuoy', version: '5.6.2', meta: BUOY },
    'nixos-26.05/libbuoy': { pname: 'libbuoy', version: '5.6.2', meta: BUOY, patches: ['CVE-2026-1001.patch'] },
    'nixos-26.05/libbuoy_4': { pname: 'libbuoy', version: '4.9.0', meta: BUOY },
    'nixos-unstable/python313Packages.lock-step': { pname: 'lock-step', version: '2.1.3' },
    'nixos-26.05/python312Packages.lock-step': { pname: 'lock-step', version: '2.2.0' },
    'nixos-unstable/python313Packages.bilge': {
      pname: 'bilge',
      version: '2.3.0',
      meta: { knownVulnerabilities: ['CVE-2026-1003', 'CVE-2026-1004, which was rejected since'] },
    },
    'nixos-unstable/haskellPackages.bilge': { pname: 'bilge', version: '0.1' },
    'nixos-unstable/gangway': { pname: 'gangway', version: '3.2.9', meta: home },
    'nixos-26.05/gangway': { pname: 'gangway', version: '3.2.9', meta: home },
    'nixos-unstable/halfmoon': { pname: 'halfmoon', version: '1.0.1' },
    'nixos-26.05/quay': { pname: 'quay', version: '7.0' },
  };
  await store.put('packages', carried, SEEN);
  await store.put(
    'cve_list_v5',
    {
      'CVE-2026-1001': cve('CVE-2026-1001', 'tidewater', 'libbuoy', '5.6.3'),
      'CVE-2026-1003': cve('CVE-2026-1003', 'n/a', 'n/a', null),
      'CVE-2026-1004': {
        cveMetadata: { cveId: 'CVE-2026-1004', state: 'REJECTED' },
        containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'not one' }] } },
      },
      'CVE-2026-1005': cve(
        'CVE-2026-1005',
        'tidewater',
        'Gangway Server',
        '3.3.0',
        'https://github.com/tidewater/gangway',
      ),
      'CVE-2026-1006': cve('CVE-2026-1006', 'somebody', 'halfmoon', '2.0'),
    },
    SEEN,
  );
  await store.put(
    'osv',
    byId(
      osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '2.2.0' }], {
        aliases: ['CVE-2026-1002'],
      }),
      osvSays('DSA-1-1', [{ ecosystem: 'Debian:12', name: 'libbuoy', fixed: '5.6.3-1' }], {
        upstream: ['CVE-2026-1001'],
      }),
      osvSays('UBUNTU-CVE-2026-1001', [{ ecosystem: 'Ubuntu:24.04:LTS', name: 'libbuoy', fixed: '5.6.3-1' }], {
        upstream: ['CVE-2026-1001'],
      }),
      osvSays('UBUNTU-CVE-2026-1007', [{ ecosystem: 'Ubuntu:24.04:LTS', name: 'gangway', fixed: '3.4-1' }], {
        upstream: ['CVE-2026-1007'],
      }),
    ),
    SEEN,
  );
  const issues = [
    { number: 11, title: COLLECTION_TITLE, cves: ['CVE-2026-1001'], packages: ['libbuoy'] },
    { number: 12, title: COLLECTION_TITLE, cves: ['CVE-2026-1005'], packages: ['gangway'], state: 'open' as const },
  ];
  await putTracker(db, {
    issues,
    pulls: [{ number: 90, state: 'merged', closes: [11], mergedAt: SEEN.toISOString() }],
  });
  for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'nixpkgs', 'packages', 'kev', 'epss'] as const) {
    await wasRead(db, source, { at: NOW });
  }
}

/** A record of the CVE list about one product. */
export function cve(
  id: string,
  vendor: string,
  product: string,
  fixed: string | null,
  reference = 'https://example.org/a',
): object {
  const versions = fixed === null ? [] : [{ version: '0', lessThan: fixed, status: 'affected', versionType: 'semver' }];
  return {
    cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: '2026-03-01T00:00:00Z' },
    containers: {
      cna: {
        title: `Of ${id}`,
        affected: [{ vendor, product, versions, defaultStatus: 'unaffected' }],
        references: [{ url: reference }],
      },
    },
  };
}
