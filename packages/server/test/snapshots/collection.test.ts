import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSnapshot, SnapshotProblem } from '@almanac/core/snapshots';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../src/ingest/snapshots/collection-names.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import type { SnapshotTarget } from '../../src/ingest/snapshots/target.ts';
import { compareCollection } from '../support/snapshots/compare-collection.ts';
import { cutOff } from '../support/snapshots/cut-off.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { COLLECTION_TITLE, fillCollectionWorld } from '../support/worlds/collection-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN } from '../support/worlds/package-world.ts';

const signal = AbortSignal.timeout(60_000);
const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
let given: PackageApp;
let folder: string;
let first: Published;

const publish = (target: SnapshotTarget = openFolderTarget(folder)) =>
  publishSnapshot({ db: given.db, target, signer, now: () => NOW, hours: 48 }, signal);
const open = (...args: Parameters<typeof folderReader>) =>
  openSnapshot(folderReader(...args), { key: signer.verifierKey, verified: null }, NOW);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  given = await openPackageApp([], async (_, db) => fillCollectionWorld(db));
  first = await publish();
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

describe('packages of the collection, from a snapshot', () => {
  it('are judged as they are online, in every channel: verdict, matches, proofs and reasons', async () => {
    const { questions, verdicts, matches, different } = await compareCollection(given.db, 1_000);

    expect(different).toEqual([]);
    expect(questions).toBeGreaterThan(60);
    expect(matches).toBeGreaterThan(20);
    for (const verdict of ['affected', 'not_affected', 'none_known', 'unknown']) {
      expect(verdicts.get(verdict), verdict).toBeGreaterThan(0);
    }
  }, 60_000);

  it('are what a channel says of them: a patch of one channel does not mend another', async () => {
    const snapshot = await open(folder);
    const ask = (channel: string) => snapshot.judgeNamed({ package: 'libbuoy', version: '5.6.2', channel });

    expect(await ask('nixos-unstable')).toMatchObject({ verdict: 'affected' });
    expect(await ask('nixos-26.05')).toMatchObject({ verdict: 'not_affected' });
    expect(await snapshot.judgeNamed({ package: 'a name that nobody has', version: '1' })).toBeNull();
  });

  it('have a partition for each channel, licensed as the collection, and one for what is said of them', () => {
    const { partitions, sources, leftOut } = first.manifest;
    const licences = new Map(partitions.map((one) => [one.name, one.licences]));

    expect(licences.get('channel/nixos-unstable')).toEqual(['MIT']);
    expect(licences.get('channel/nixos-26.05')).toEqual(['MIT']);
    expect(licences.get('collection')).not.toContain('CC-BY-SA-4.0');
    expect(sources.map(({ id }) => id)).toEqual(expect.arrayContaining(['nixpkgs', 'packages']));
    expect(leftOut).not.toContain('nixpkgs');
  });

  it('come without a word of the tracker, and without statements that are to be kept apart', async () => {
    const texts: string[] = [];
    for (const part of await readdir(path.join(folder, 'object'))) {
      for (const file of await readdir(path.join(folder, 'object', part))) {
        texts.push(gunzipSync(await readFile(path.join(folder, 'object', part, file))).toString());
      }
    }
    const ofCollection = texts.filter((text) => text.includes('almanac-collection/1'));

    expect(ofCollection.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes(COLLECTION_TITLE))).toEqual([]);
    expect(texts.some((text) => text.includes('UBUNTU-CVE-2026-1001'))).toBe(true);
    expect(ofCollection.filter((text) => text.includes('UBUNTU-CVE-2026-1001'))).toEqual([]);
  });

  it('are written again only where something has changed', async () => {
    const again = await publish();
    await given.store.put('packages', { 'nixos-26.05/gangway': { pname: 'gangway', version: '3.3.0' } }, SEEN);
    const moved = await publish();
    await given.store.put(
      'osv',
      byId(osvSays('PYSEC-2026-7', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '1.0' }])),
      SEEN,
    );
    const told = await publish();

    expect(again.added).toEqual({ objects: 0, bytes: 0 });
    // The shard of the channel, its index, and the manifest.
    expect(moved.added.objects).toBe(3);
    // A shard and an index of PyPI and of the collection, and the manifest.
    expect(told.added.objects).toBe(5);
  });

  it('leave a whole snapshot at every point at which publishing is cut off', async () => {
    let points = 0;
    for (let after = 0; ; after += 1) {
      const version = `4.0.${after}`;
      await given.store.put('packages', { 'nixos-unstable/gangway': { pname: 'gangway', version } }, SEEN);
      const before = (await open(folder)).checkpoint.size;
      const failed = await publish(cutOff(openFolderTarget(folder), after)).then(
        () => false,
        () => true,
      );
      const snapshot = await open(folder);
      const { facts } = await snapshot.entries('gangway');
      const carried = facts.flatMap((fact) => (fact.channel === 'nixos-unstable' ? [fact.version] : []));
      expect(carried.includes(version)).toBe(snapshot.checkpoint.size > before);
      expect(await snapshot.judgeNamed({ package: 'gangway', version })).not.toBeNull();
      if (!failed) break;
      points += 1;
      expect(points).toBeLessThan(50);
    }

    expect(points).toBeGreaterThan(4);
  }, 60_000);
});

describe('tampering with the collection', () => {
  const readAll = async (reader: ReturnType<typeof folderReader>) => {
    const snapshot = await openSnapshot(reader, { key: signer.verifierKey, verified: null }, NOW);
    return snapshot.judgeNamed({ package: 'libbuoy', version: '5.6.2' });
  };

  it('is refused: missing, cut and randomly mutated files of every kind', async () => {
    const reader = folderReader(folder);
    await readAll(reader);
    const files = [...new Set(reader.asked)].filter((file) => file.startsWith('object/'));
    const contents = new Map<string, Buffer>();
    for (const file of files) contents.set(file, await readFile(path.join(folder, file)));
    const refused = (file: string, bytes: Buffer | null) =>
      readAll(folderReader(folder, new Map([[file, bytes]]))).catch((error: unknown) => error);

    // The manifest; an index and a shard of each channel, of the collection, and of Ubuntu, which is kept apart.
    expect(files.length).toBeGreaterThanOrEqual(9);
    for (const file of files) {
      expect(await refused(file, null)).toMatchObject({ code: 'object_missing' });
      expect(await refused(file, contents.get(file)?.subarray(0, -1) ?? null)).toMatchObject({
        code: 'object_truncated',
      });
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (file, at, flip) => {
          const bytes = Buffer.from(contents.get(file) ?? '');
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ flip;

          expect(await refused(file, bytes)).toBeInstanceOf(SnapshotProblem);
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
});

describe('names of the collection', () => {
  it('lead to so many families and no more, and say so', async () => {
    const { channels } = await collectionNames(given.db, signal, 1);

    const names = channels.get('nixos-unstable')?.names;

    expect(names?.get('lock-step')).toEqual({ families: ['python:lock-step'], complete: true });
    expect(names?.get('bilge')).toMatchObject({ families: [expect.any(String)], complete: false });
  });
});
