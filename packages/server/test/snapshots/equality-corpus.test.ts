import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';
import { compareOffline } from '../support/snapshots/compare.ts';
import { compareCollection } from '../support/snapshots/compare-collection.ts';

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
});
