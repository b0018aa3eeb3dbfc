import { afterAll, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { compareBodies } from '../support/corpus/compare-bodies.ts';
import { fillFromCorpus } from '../support/corpus/cve-corpus.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { openCveApp } from '../support/cve-app.ts';

let lookups = 0;
afterAll(() => expect(hasCorpus ? lookups : 5_000).toBeGreaterThanOrEqual(5_000));

it.skipIf(!hasCorpus)('stored bodies answer like real records, beside the collection and its tracker', async () => {
  await using world = await openCorpusWorld({ cves: 'default' });

  const { compared, bodies, differences, seconds, bytes } = await compareBodies(world.db, world.database.url, 5_000);

  console.log(`${compared} lookups, ${bodies} bodies made in ${seconds.toFixed(1)} s`, bytes);
  lookups += compared;
  expect(differences).toEqual([]);
});

it.skipIf(!hasCorpus)('stored bodies answer like real records alone', async () => {
  await using world = await openCveApp({}, (db) => fillFromCorpus(db, 10));

  const { compared, bodies, differences, seconds, bytes } = await compareBodies(world.db, world.database.url, 2_500);

  console.log(`${compared} lookups, ${bodies} bodies made in ${seconds.toFixed(1)} s`, bytes);
  lookups += compared;
  expect(differences).toEqual([]);
});
