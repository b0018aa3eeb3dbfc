import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const READER = path.resolve(import.meta.dirname, '../../../../examples/snapshot-reader.ts');
const run = promisify(execFile);

interface Printed {
  readonly known: boolean;
  readonly statements: readonly { readonly id: string; readonly aliases: readonly string[]; readonly claims: object }[];
}

/** The reader of `examples` knows nothing of our code, only what docs/snapshots.md says. */
describe('a reader by somebody else', () => {
  let given: PackageApp;
  let folder: string;
  const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  const ask = async (place: string, ecosystem: string, name: string) => {
    const { stdout } = await run(process.execPath, [READER, place, signer.verifierKey, ecosystem, name]);
    return JSON.parse(stdout) as Printed;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
    given = await openPackageApp([], async (store, db) => {
      const left = osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], {
        aliases: ['CVE-2026-1001'],
      });
      const zope = osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }]);
      await store.put('osv', byId(left, zope), SEEN);
      await store.put('packages', { 'nixos-unstable/python313Packages.zope': { pname: 'zope', version: '4.0' } }, SEEN);
      await wasRead(db, 'osv');
    });
    const target = openFolderTarget(folder);
    // Several, so that the log has more than one entry.
    for (let i = 0; i < 3; i += 1) {
      const deps = { db: given.db, target, signer, now: () => new Date(Date.now() + i), hours: 48 };
      await publishSnapshot(deps, AbortSignal.timeout(30_000));
    }
  }, 60_000);

  afterAll(async () => {
    await given[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('has at most 300 lines', async () => {
    expect((await readFile(READER, 'utf8')).split('\n').length).toBeLessThanOrEqual(300);
  });

  it('reads the same from the folder', async () => {
    expect(await ask(folder, 'npm', 'left')).toMatchObject({
      known: true,
      statements: [
        {
          id: 'GHSA-aaaa-aaaa-aaaa',
          aliases: ['CVE-2026-1001'],
          claims: { c: [{ k: 'semver', e: ['i0', 'f2.0.0'] }] },
        },
      ],
    });
    expect(await ask(folder, 'npm', 'right')).toMatchObject({ known: false, statements: [] });
  });

  it.each(['python313Packages.zope', 'zope', 'python:zope'])('reads what a channel carries under %s', async (name) => {
    expect(await ask(folder, 'channel/nixos-unstable', name)).toMatchObject({
      carried: [{ attribute: 'python313Packages.zope', pname: 'zope', version: '4.0' }],
    });
    expect(await ask(folder, 'channel/nixos-unstable', 'left')).toMatchObject({ carried: [] });
  });

  it('reads the same over HTTP, from a server that knows nothing but files', async () => {
    const server = createServer((request, response) => {
      readFile(path.join(folder, request.url ?? '')).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const found = await ask(`http://127.0.0.1:${port}`, 'PyPI', 'zope_interface');
      expect(found.statements.map(({ id }) => id)).toEqual(['PYSEC-2026-2']);
    } finally {
      server.close();
    }
  });

  it('refuses what was altered, with exit code 3', async () => {
    const parts = await readdir(path.join(folder, 'object'));
    for (const part of parts) {
      for (const file of await readdir(path.join(folder, 'object', part))) {
        const place = path.join(folder, 'object', part, file);
        const bytes = await readFile(place);
        bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
        await writeFile(place, bytes);
      }
    }

    await expect(ask(folder, 'npm', 'left')).rejects.toMatchObject({ code: 3, stderr: /refused/ });
  });
});
