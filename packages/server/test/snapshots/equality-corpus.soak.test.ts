import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { compareOffline } from '../support/snapshots/compare.ts';
import { compareCollection } from '../support/snapshots/compare-collection.ts';

/** Everything takes many minutes: ALMANAC_SLICE=default for some 3,000 CVEs. */
const SLICE = process.env['ALMANAC_SLICE'] === 'default' ? 'default' : 'everything';

describe.skipIf(!hasCorpus)('answers from a snapshot of the corpus', () => {
  it('are those of the database for 20,000 questions', { timeout: 3_600_000 }, async () => {
    await using world = await openCorpusWorld({ cves: SLICE });

    const { questions, verdicts, different, published, seconds, plain } = await compareOffline(world.db, 20_000);

    const { partitions } = published.manifest;
    const matching = partitions.filter(({ name }) => name.startsWith('ecosystem/'));
    const rows = matching.reduce((sum, one) => sum + one.rows, 0);
    const bytes = matching.reduce((sum, one) => sum + one.bytes, 0);
    console.log(`${questions} questions, ${JSON.stringify([...verdicts])}, ${JSON.stringify(seconds)}`);
    const sizes = plain();
    console.log(
      `plain JSON ${sizes.bytes} bytes, by zstd -19 ${sizes.zstd}; shards are ${(bytes / sizes.zstd).toFixed(2)} of that`,
    );
    console.log(`${rows} affected rows, ${bytes} bytes, ${(bytes / rows).toFixed(1)} bytes a row`);
    for (const { name, keys, rows: own, bytes: size } of partitions)
      console.log(`${name}: ${keys} keys, ${own} rows, ${size} bytes`);
    expect(different).toEqual([]);
  });

  it('are those of the database for every package of the collection', { timeout: 7_200_000 }, async () => {
    await using world = await openCorpusWorld({ cves: SLICE });

    const { questions, verdicts, matches, different, differences, seconds, published } = await compareCollection(
      world.db,
      Number(process.env['ALMANAC_ENTRIES'] ?? Number.POSITIVE_INFINITY),
    );

    console.log(
      `${questions} questions, ${matches} matches, ${JSON.stringify([...verdicts])}, ${JSON.stringify(seconds)}`,
    );
    for (const { name, keys, rows, bytes } of published.manifest.partitions) {
      if (!name.startsWith('ecosystem/')) console.log(`${name}: ${keys} keys, ${rows} rows, ${bytes} bytes`);
    }
    expect(different, `${differences} differ`).toEqual([]);
  });
});
