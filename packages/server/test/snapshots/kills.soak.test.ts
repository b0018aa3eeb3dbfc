import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSnapshot, type TreeHead } from '@almanac/core/snapshots';
import { describe, expect, it } from 'vitest';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { openPackageApp, wasRead } from '../support/worlds/package-world.ts';

const PROCESS = path.resolve(import.meta.dirname, '../support/snapshots/publishing-process.ts');
/** A publication takes some tens of milliseconds. */
const WINDOW_MS = 150;
const KILLS = Number(process.env['ALMANAC_KILLS'] ?? 200);

describe('a publisher that is killed', () => {
  it(`leaves a whole snapshot that continues the last one, ${KILLS} times`, { timeout: 3_600_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
    const key = newSignerKey('almanac.example/log');
    const { verifierKey } = openSigner(key) as SnapshotSigner;
    await using given = await openPackageApp([], (_, db) => wasRead(db, 'osv'));
    let verified: TreeHead | null = null;
    let published = 0;
    let packages = 0;

    for (let kill = 0; kill < KILLS; kill += 1) {
      const args = ['--conditions=@almanac/source', PROCESS, given.databaseUrl, folder, key];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      // The first publication takes long, since nothing is compiled or connected yet. Those after it are struck at any point.
      await once(child.stdout, 'data');
      await delay(Math.random() * WINDOW_MS);
      child.kill('SIGKILL');
      await once(child, 'exit');

      const snapshot = await openSnapshot(folderReader(folder), { key: verifierKey, verified }, new Date());
      let found = 0;
      for await (const shard of snapshot.shards('npm')) found += shard.packages.length;
      expect(found).toBeGreaterThanOrEqual(packages);
      packages = found;
      verified = snapshot.checkpoint;
      published = snapshot.checkpoint.size;
    }

    expect(published).toBeGreaterThanOrEqual(KILLS);
    console.log(`${KILLS} kills, ${published} snapshots, ${packages} packages`);
    await rm(folder, { recursive: true });
  });
});
