import { computeAggregates } from '../../../src/ingest/compute-aggregates.ts';
import type { Db } from '../../../src/store/database.ts';
import type { KnownValues } from '../contract-inputs.ts';
import { IDS } from '../worlds/cve-world.ts';
import { fillGraphWorld } from '../worlds/graph-world.ts';
import { byId, osvSays, SEEN, wasRead } from '../worlds/package-world.ts';
import { projectionStore } from '../worlds/projection-store.ts';
import { fillTrackerWorld } from '../worlds/tracker-world.ts';

/** CVEs in every state, a tracker of full size, packages of a collection, and the figures that are counted of all of it. */
export async function fillFuzzWorld(db: Db): Promise<void> {
  await fillTrackerWorld(db);
  await fillGraphWorld(db, SEEN);
  // The package that the examples of the contract ask about.
  const lodash = osvSays('GHSA-llll-llll-llll', [{ ecosystem: 'npm', name: 'lodash', fixed: '4.17.21' }]);
  await projectionStore(db).put('osv', byId(lodash), SEEN);
  for (const source of ['cve_list_v5', 'nvd', 'kev', 'epss', 'packages', 'nixpkgs'] as const) await wasRead(db, source);
  await computeAggregates({ db, now: () => new Date() }, AbortSignal.timeout(600_000));
}

const PACKAGES = ['left', 'lodash', 'harbour', 'Harbour_7', 'libbuoy', 'lock-step', 'python313Packages.bilge'];

/** What that store knows, by the names of the contract's parameters. */
export const FUZZ_KNOWN: KnownValues = {
  id: [...Object.values(IDS), 'CVE-2026-1001', 'GHSA-aaaa-bbbb-cccc', 'PYSEC-2026-1', 'CWE-22', '79', '7', '2999'],
  cve: [IDS.published, IDS.fourDigits, 'CVE-2026-1001'],
  package: PACKAGES,
  name: PACKAGES,
  purl: ['pkg:npm/left@1.0.0', 'pkg:npm/lodash@4.17.20', 'pkg:pypi/harbour@1.4.1', 'pkg:nix/libbuoy@5.6.2'],
  version: ['1.0.0', '1.4.1', '5.6.2'],
  ecosystem: ['npm', 'PyPI'],
  q: ['harbour', 'CVE-2026', 'mooring paths'],
  at: ['2026-01-20', '2026-11-10T00:00:00Z'],
  date: ['2026-01-20', '2026-11-10'],
};
