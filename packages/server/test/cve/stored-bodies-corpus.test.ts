import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { compareBodies } from '../support/corpus/compare-bodies.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';

it.skipIf(!hasCorpus)('stored bodies answer like real records', async () => {
  await using world = await openCorpusWorld({ cves: REVIEW_CVES });

  const { compared, bodies, differences, bytes } = await compareBodies(world.db, world.database.url, 300);

  console.log(`${compared} lookups, ${bodies} of them with a body, ${bytes.perBody} bytes each`);
  expect(differences).toEqual([]);
  expect(bodies).toBeGreaterThan(0);
  expect(compared).toBeGreaterThan(bodies);
});
