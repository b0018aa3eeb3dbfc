import type { Db } from '../../../src/store/database.ts';
import { byId, osvSays, SEEN, wasRead } from '../worlds/package-world.ts';
import type { ProjectionStore } from '../worlds/projection-store.ts';
import { putTracker } from '../worlds/tracker-rows.ts';

interface Range {
  readonly vendor?: string;
  readonly product: string;
  readonly from?: string;
  readonly lessThan?: string;
  readonly lessThanOrEqual?: string;
  /** Every version is affected but those from this one on. */
  readonly sparedFrom?: string;
}

function cveSays(id: string, { vendor = 'Tidewater', product, from = '0', sparedFrom, ...end }: Range): object {
  const said = sparedFrom === undefined ? { version: from, ...end } : { version: sparedFrom, lessThan: '*' };
  const [status, defaultStatus] = sparedFrom === undefined ? ['affected', 'unaffected'] : ['unaffected', 'affected'];
  return {
    dataType: 'CVE_RECORD',
    cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: '2026-09-01T00:00:00.000Z' },
    containers: {
      cna: {
        providerMetadata: { shortName: 'maker' },
        title: `Title of ${id}`,
        affected: [
          {
            vendor,
            product,
            versions: [{ ...said, status, versionType: 'semver' }],
            defaultStatus,
          },
        ],
        references: [],
        metrics: [{ cvssV3_1: { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', baseScore: 9.8 } }],
      },
    },
  };
}

const CVES = {
  'CVE-2026-10001': { product: 'Harbour', lessThan: '3.6.0' },
  'CVE-2026-10005': { product: 'Lamp', lessThan: '2.0.0' },
  // Of another product of the name, in every version: it may be this one, and is not held against it.
  'CVE-2026-10009': { vendor: 'Elsewhere', product: 'Lamp', lessThan: '9.0.0' },
  'CVE-2026-20001': { product: 'Gauge', lessThan: '4.0.0' },
  'CVE-2026-40001': { product: 'Tide', lessThan: '1.2.0' },
  // The version that fixed the one above brought this one.
  'CVE-2026-40002': { product: 'Tide', from: '1.2.0', lessThan: '1.3.0' },
  // Nobody names a version that has a fix.
  'CVE-2026-50001': { product: 'Knot', lessThanOrEqual: '1.9.0' },
  'CVE-2026-60001': { product: 'Buoy', lessThan: '1.0.0' },
  'CVE-2026-70001': { product: 'Sluice', lessThan: '1.4.5' },
  'CVE-2026-70002': { product: 'Sluice', from: '2.0.0', lessThan: '2.1.3' },
  'CVE-2026-90001': { product: 'Jetty', lessThan: '1.1.0' },
  'CVE-2026-80001': { product: 'Reef', lessThan: '5.0.1' },
  'CVE-2026-80002': { product: 'Mast', sparedFrom: '2.0.0' },
} satisfies Record<string, Range>;

function entry(pname: string, version: string, position: string, more: { patches?: string[]; meta?: object } = {}) {
  const { patches = [], meta } = more;
  const homepage = `https://github.com/tidewater/${pname}`;
  return { name: `${pname}-${version}`, pname, version, patches, meta: { homepage, position, ...meta } };
}

const HARBOUR = 'pkgs/by-name/ha/harbour/package.nix:7';
const LOCK_STEP = 'pkgs/development/python-modules/lock-step/default.nix:10';
const SLUICE = 'pkgs/servers/sluice/default.nix:9';
const WARNING = { knownVulnerabilities: ['CVE-2026-20001: reads beyond its buffer'] };

const PACKAGES = {
  'nixos-unstable/harbour': entry('harbour', '3.5.1', HARBOUR),
  'nixos-26.05/harbour': entry('harbour', '3.5.1', HARBOUR),
  // Nobody looks after it any more.
  'nixos-25.11/harbour': entry('harbour', '3.0.0', HARBOUR),
  'nixos-unstable/lamp': entry('lamp', '1.0.0', 'pkgs/tools/misc/lamp/default.nix:9', {
    patches: ['CVE-2026-10005.patch'],
  }),
  'nixos-unstable/gauge': entry('gauge', '3.0.0', 'pkgs/by-name/ga/gauge/package.nix:7', { meta: WARNING }),
  'nixos-unstable/tide': entry('tide', '1.0.0', 'pkgs/by-name/ti/tide/package.nix:7'),
  'nixos-unstable/knot': entry('knot', '1.0.0', 'pkgs/by-name/kn/knot/package.nix:7'),
  'nixos-unstable/buoy': entry('buoy', '2.0.0', 'pkgs/by-name/bu/buoy/package.nix:7'),
  'nixos-26.05/buoy': entry('buoy', '2.0.0', 'pkgs/by-name/bu/buoy/package.nix:7'),
  'nixos-unstable/sluice_1': entry('sluice', '1.4.0', SLUICE),
  'nixos-unstable/sluice_2': entry('sluice', '2.1.0', SLUICE),
  // One branch has a patch that the other has not.
  'nixos-unstable/jetty': entry('jetty', '1.0.0', 'pkgs/by-name/je/jetty/package.nix:7'),
  'nixos-26.05/jetty': entry('jetty', '1.0.0', 'pkgs/by-name/je/jetty/package.nix:7', {
    patches: ['CVE-2026-90001.patch'],
  }),
  'nixos-unstable/mast': entry('mast', '1.0.0', 'pkgs/by-name/ma/mast/package.nix:7'),
  'nixos-unstable/reef': entry('reef', '4.9.0', 'pkgs/by-name/re/reef/package.nix:7'),
  'nixos-unstable/python312Packages.lock-step': entry('python3.12-lock-step', '1.0.0', LOCK_STEP),
  'nixos-unstable/python313Packages.lock-step': entry('python3.13-lock-step', '1.0.0', LOCK_STEP),
  'nixos-26.05/python312Packages.lock-step': entry('python3.12-lock-step', '2.0.1', LOCK_STEP),
};

/** A collection with a hole in every other package. */
export async function fillPullWorld(store: ProjectionStore, db: Db): Promise<void> {
  const records = Object.entries(CVES).map(([id, range]) => [id, cveSays(id, range)]);
  await store.put('cve_list_v5', Object.fromEntries(records), SEEN);
  const lockStep = [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '2.0.0' }];
  await store.put('osv', byId(osvSays('GHSA-aaaa-aaaa-aaaa', lockStep, { aliases: ['CVE-2026-30001'] })), SEEN);
  await store.put('packages', PACKAGES, SEEN);
  await putTracker(db, {
    channels: [
      { name: 'nixos-unstable', status: 'rolling' },
      { name: 'nixos-26.05', status: 'stable' },
      { name: 'nixos-25.11', status: 'unmaintained' },
    ],
  });
  for (const source of ['cve_list_v5', 'osv', 'packages', 'nixpkgs', 'channels'] as const) await wasRead(db, source);
}
