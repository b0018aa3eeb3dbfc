import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PAGES, ROUTES } from '../../../src/http/routes/index.ts';
import { openFolderTarget } from '../../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../../src/ingest/snapshots/signer.ts';
import type { Db } from '../../../src/store/database.ts';
import { keepChoice } from '../../../src/store/source-choice.ts';
import { type FileServer, serveFolder } from '../snapshots/file-server.ts';
import { madeKev } from './finding-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from './package-world.ts';

/** A site with what it published, which a server of files serves on another origin. */
export interface SnapshotWorld extends AsyncDisposable {
  readonly given: PackageApp;
  readonly server: FileServer;
  readonly key: string;
  publish(): Promise<void>;
}

/** Those of a snapshot: the service is asked with exactly the same. */
const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const;
const EPSS_DAY =
  '#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\nCVE-2026-54321,0.42,0.97\n';

/** Packages of npm and PyPI that are affected, not affected, exploited and unknown; one snapshot is published. */
export async function openSnapshotWorld(): Promise<SnapshotWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-scan-'));
  const server = await serveFolder(folder);
  const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  const publish = async (db: Db) => {
    const deps = { db, target: openFolderTarget(folder), signer, now: () => NOW, hours: 48 };
    await publishSnapshot(deps, AbortSignal.timeout(60_000));
  };
  const given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      const records = [
        osvSays('GHSA-harb-our1-xxxx', [{ ecosystem: 'npm', name: 'harbour', fixed: '1.4.0' }], {
          aliases: ['CVE-2026-12345'],
        }),
        osvSays('GHSA-anch-or11-xxxx', [{ ecosystem: 'npm', name: 'anchor', fixed: '1.0.1' }], {
          aliases: ['CVE-2026-54321'],
        }),
        osvSays('GHSA-lamp-1111-xxxx', [{ ecosystem: 'npm', name: 'lamp', fixed: '1.0.0' }]),
        osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }]),
      ];
      await store.put('osv', byId(...records), SEEN);
      await store.put('kev', { 'CVE-2026-54321': madeKev('CVE-2026-54321') }, SEEN);
      await store.put('epss', { '2026-11-14': EPSS_DAY }, SEEN);
      for (const source of SOURCES) await wasRead(db, source);
      await keepChoice(
        db,
        SOURCES.map((id) => ({ id })),
      );
      await publish(db);
    },
    {
      pages: PAGES,
      now: () => NOW.getTime(),
      settings: { bodyLimit: 1 << 20, deadlineMs: 30_000 },
      snapshot: { url: server.url, verifierKey: signer.verifierKey },
    },
  );
  return {
    given,
    server,
    key: signer.verifierKey,
    publish: () => publish(given.db),
    async [Symbol.asyncDispose]() {
      await given[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
