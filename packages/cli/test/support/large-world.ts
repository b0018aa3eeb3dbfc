import { readScannedFile } from '@almanac/core/scan';
import { ROUTES } from '../../../server/src/http/routes/index.ts';
import { keepChoice } from '../../../server/src/store/source-choice.ts';
import {
  byId,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../../server/test/support/worlds/package-world.ts';
import { SOURCES } from './offline-equals.ts';
import { corpusLockfiles, recordsAbout } from './world.ts';

/** Records of npm beside those about the lockfiles, each about so many packages: some 1,000 shards of a usual size. */
const OTHERS = 4_000;
const PACKAGES = 10;

/** An API with records about packages of every real lockfile, among many others. */
export function openLargeWorld(): Promise<PackageApp> {
  return openPackageApp(
    ROUTES,
    async (store, db) => {
      await store.put('osv', recordsAbout(corpusLockfiles('all')), SEEN);
      for (let from = 0; from < OTHERS; from += 500) {
        const records = Array.from({ length: 500 }, (_, i) => {
          const affected = Array.from({ length: PACKAGES }, (__, j) => {
            return { ecosystem: 'npm', name: `other-${from + i}-${j}`, introduced: '1.0.0', fixed: `${j + 2}.0.0` };
          });
          return osvSays(`OTHER-2026-${from + i}`, affected, { aliases: [`CVE-2025-${50_000 + from + i}`] });
        });
        await store.put('osv', byId(...records), SEEN);
      }
      for (const source of SOURCES) await wasRead(db, source);
      await keepChoice(
        db,
        SOURCES.map((id) => ({ id })),
      );
    },
    { settings: { deadlineMs: 60_000 } },
  );
}

/** So many packages of npm that the lockfiles name, as a bill of materials. */
export function billOf(count: number): object {
  const asks = [...corpusLockfiles('all')].flatMap(
    ([file, text]) => readScannedFile(file, text).file?.entries.flatMap(({ ask }) => ask ?? []) ?? [],
  );
  const components = [...new Set(asks.filter((ask) => ask.startsWith('pkg:npm/')))]
    .slice(0, count)
    .map((purl) => ({ type: 'library', name: purl.slice(4), purl }));
  return { bomFormat: 'CycloneDX', specVersion: '1.6', components };
}
