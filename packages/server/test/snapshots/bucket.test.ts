import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSnapshot } from '@almanac/core/snapshots';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBucketTarget } from '../../src/ingest/snapshots/bucket-target.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../../src/ingest/snapshots/target.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const signal = AbortSignal.timeout(60_000);
let given: PackageApp;
let folder: string;
let service: S3rver;
let endpoint: string;
let signer: SnapshotSigner;

const publish = (target: SnapshotTarget, now = NOW) =>
  publishSnapshot({ db: given.db, target, signer, now: () => now, hours: 48 }, signal);
const bucket = (prefix: string) => openBucketTarget({ bucket: 'almanac', endpoint, prefix });

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1')
    .stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
    .stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-bucket-'));
  service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 'service'),
    configureBuckets: [{ name: 'almanac', configs: [] }],
  });
  const { port } = await service.run();
  endpoint = `http://127.0.0.1:${port}`;
  signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  given = await openPackageApp([], async (store, db) => {
    const affected = [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }];
    await store.put('osv', byId(osvSays('GHSA-aaaa-aaaa-aaaa', affected)), SEEN);
    for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const) await wasRead(db, source);
  });
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it('a bucket gets the files that a folder gets, and a reader judges by them', async () => {
  const local = path.join(folder, 'local');
  const target = bucket('public/v1');

  await publish(openFolderTarget(local));
  await publish(target);

  for (const name of await readdir(local, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const file = path.join(name.parentPath, name.name);
    const kept = path.relative(local, file);
    expect([kept, Buffer.from((await target.read(kept)) ?? []).toString('hex')]).toEqual([
      kept,
      (await readFile(file)).toString('hex'),
    ]);
  }
  const reader = { ...folderReader(local), read: target.read };
  const snapshot = await openSnapshot(reader, { key: signer.verifierKey, verified: null }, NOW);
  expect(await snapshot.judge({ ecosystem: 'npm', package: 'left', version: '1.0.0' })).toMatchObject({
    verdict: 'affected',
  });
});

it('a snapshot without a change writes no shard again, and what expired is removed', async () => {
  const target = bucket('again');
  await publish(target);

  const again = await publish(target, new Date(NOW.getTime() + 60_000));
  expect(again.added.objects).toBe(1);

  const muchLater = await publish(target, new Date(Date.now() + 100 * 3_600_000));
  expect(muchLater.removed).toBeGreaterThan(0);
  expect((await Array.fromAsync(target.objects())).length).toBeGreaterThan(0);
});

it('a service that refuses is an error, not an empty bucket', async () => {
  const target = openBucketTarget({ bucket: 'not-ours', endpoint, prefix: '' });

  await expect(publish(target)).rejects.toThrow('bucket does not exist');
  await expect(
    publish(openBucketTarget({ bucket: 'x', endpoint: 'http://127.0.0.1:1', prefix: '' })),
  ).rejects.toThrow();
});
