import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../../src/ingest/snapshots/target.ts';
import { collectionProjection } from '../../src/store/projections/collection.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { fillCollectionWorld } from '../support/worlds/collection-world.ts';
import { NOW, openPackageApp } from '../support/worlds/package-world.ts';

it('a rebuild that ends while a snapshot is published takes nothing out of the snapshot', async () => {
  await using given = await openPackageApp([], async (_, db) => fillCollectionWorld(db));
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  const target = openFolderTarget(folder);
  const rebuilt: Promise<unknown>[] = [];
  const duringWriting: SnapshotTarget = {
    ...target,
    async write(...args) {
      if (rebuilt.length === 0) {
        const swap = { attempts: 1, pauseMs: 0 };
        rebuilt.push(
          rebuild({ db: given.db, now: () => NOW, swap }, collectionProjection).catch((error: unknown) => error),
        );
      }
      await rebuilt[0];
      await target.write(...args);
    },
  };
  const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;

  const { manifest } = await publishSnapshot(
    { db: given.db, target: duringWriting, signer, now: () => NOW, hours: 48 },
    AbortSignal.timeout(60_000),
  );
  await rm(folder, { recursive: true });

  expect(await rebuilt[0]).toMatchObject({ message: expect.stringContaining('in use for too long') });
  const names = manifest.partitions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['channel/nixos-unstable', 'collection']));
}, 60_000);
