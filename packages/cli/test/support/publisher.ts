import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataSelection } from '@almanac/core/matching';
import { openFolderTarget } from '../../../server/src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../../server/src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../../server/src/ingest/snapshots/signer.ts';
import type { Db } from '../../../server/src/store/database.ts';
import { NOW } from '../../../server/test/support/worlds/package-world.ts';

/** Publishes what a database has, into folders of its own. */
export interface Publisher extends AsyncDisposable {
  /** Everything of the test is below it. */
  readonly base: string;
  /** The folder of the snapshots. */
  readonly folder: string;
  readonly key: string;
  publish(now?: Date, folder?: string): Promise<Published>;
  /** The folder as it is now, under another name. */
  copy(name: string): Promise<string>;
}

/** `evidenceHours`: how often documents are published, too. */
export async function openPublisher(
  db: Db,
  evidenceHours = 0,
  selection: DataSelection | null = null,
): Promise<Publisher> {
  const base = await mkdtemp(path.join(tmpdir(), 'almanac-offline-'));
  const folder = path.join(base, 'published');
  const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  const signal = AbortSignal.timeout(3_600_000);
  return {
    base,
    folder,
    key: signer.verifierKey,
    publish: (now = NOW, into = folder) =>
      publishSnapshot(
        { db, target: openFolderTarget(into), signer, now: () => now, hours: 48, evidenceHours, selection },
        signal,
      ),
    async copy(name) {
      const target = path.join(base, name);
      await cp(folder, target, { recursive: true });
      return target;
    },
    async [Symbol.asyncDispose]() {
      await rm(base, { recursive: true });
    },
  };
}

/** Every file below a folder, by its path in there. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

export interface FileServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: string[];
}

/** A server that knows nothing but files; `refusals` come first, as statuses. */
export async function serveFolder(folder: string, refusals: number[] = []): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const refused = refusals.shift();
    if (refused !== undefined) {
      response.writeHead(refused, { 'retry-after': '0' }).end();
      return;
    }
    asked.push(request.url ?? '');
    readFile(path.join(folder, request.url ?? '')).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
