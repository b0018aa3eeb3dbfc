import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';
import { compareOffline } from '../support/snapshots/compare.ts';
import { compareCollection } from '../support/snapshots/compare-collection.ts';
import { NOW } from '../support/worlds/package-world.ts';

describe.skipIf(!hasCorpus)('answers from a snapshot of real records', () => {
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: REVIEW_CVES });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('are those of the database: verdict, matches, proofs and reasons', { timeout: 120_000 }, async () => {
    const { questions, verdicts, different, published, seconds } = await compareOffline(world.db, 500);

    console.log(`${questions} questions, ${JSON.stringify([...verdicts])}, ${JSON.stringify(seconds)}`);
    console.log(`${published.added.objects} objects, ${published.added.bytes} bytes`);
    expect(different).toEqual([]);
    expect(verdicts.get('affected')).toBeGreaterThan(100);
  });

  it('are those of the database for packages of the collection', { timeout: 120_000 }, async () => {
    const { questions, verdicts, matches, different, differences, seconds, published } = await compareCollection(
      world.db,
      60,
    );

    console.log(
      `${questions} questions, ${matches} matches, ${JSON.stringify([...verdicts])}, ${JSON.stringify(seconds)}`,
    );
    for (const { name, keys, rows, bytes } of published.manifest.partitions) {
      if (!name.startsWith('ecosystem/')) console.log(`${name}: ${keys} keys, ${rows} rows, ${bytes} bytes`);
    }
    expect(different, `${differences} differ`).toEqual([]);
    expect(verdicts.get('affected')).toBeGreaterThan(20);
  });

  it('are composed from packs as from rows, byte by byte', { timeout: 300_000 }, async () => {
    const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
    const signal = AbortSignal.timeout(300_000);
    const publish = async () => {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'almanac-snapshot-'));
      const began = performance.now();
      const target = openFolderTarget(folder.path);
      const { manifest } = await publishSnapshot({ db: world.db, target, signer, now: () => NOW, hours: 48 }, signal);
      return { partitions: manifest.partitions, seconds: (performance.now() - began) / 1_000 };
    };
    const fromRows = await publish();
    const { made } = await fillPacks(world.db, signal);
    const fromPacks = await publish();

    console.log(`${made} packs, ${fromRows.seconds} s from rows, ${fromPacks.seconds} s from packs`);
    expect(made).toBeGreaterThan(250);
    expect(fromPacks.partitions).toEqual(fromRows.partitions);
  });
});
