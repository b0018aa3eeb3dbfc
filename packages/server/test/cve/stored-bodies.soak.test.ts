import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { compareBodies } from '../support/corpus/compare-bodies.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';

it.skipIf(!hasCorpus)('stored bodies answer like 5,000 real CVEs', async () => {
  await using world = await openCorpusWorld({ cves: 'default' });

  const { compared, bodies, differences, seconds, bytes } = await compareBodies(world.db, world.database.url, 5_000);

  console.log(`${compared} lookups, ${bodies} bodies made in ${seconds.toFixed(1)} s`, bytes);
  expect(differences).toEqual([]);
  expect(compared).toBe(5_000);
});
