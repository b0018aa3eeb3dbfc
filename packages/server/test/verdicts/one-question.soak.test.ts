import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';
import { differencesOfCve, differencesOfPackage, knownNames } from '../support/one-question.ts';

const MOST = 5_000;

describe.skipIf(!hasCorpus)('one question in place of several, on the whole corpus', () => {
  it('has the same answer for five thousand CVEs and as many packages', { timeout: 7_200_000 }, async () => {
    await using world = await openCorpusWorld({ cves: 'everything' });
    const { cves, packages } = await knownNames(world.db, MOST);
    const differences: string[] = [];
    for (const id of cves) differences.push(...(await differencesOfCve(world.db, id)));
    for (const name of packages) differences.push(...(await differencesOfPackage(world.db, name)));
    console.log(`${cves.length} CVEs and ${packages.length} packages`);

    expect(differences).toEqual([]);
  });
});
