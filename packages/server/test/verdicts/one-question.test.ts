import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { closureOf, disagreements, judgeClosure } from '../support/closure.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';
import { differencesOfCve, differencesOfPackage, knownNames } from '../support/one-question.ts';

describe.skipIf(!hasCorpus)('one question in place of several, on real records', () => {
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: REVIEW_CVES });
  }, 120_000);
  afterAll(() => world[Symbol.asyncDispose]());

  it('has the same answer for CVEs and packages', { timeout: 60_000 }, async () => {
    const { cves, packages } = await knownNames(world.db, 150);
    const differences: string[] = [];
    for (const id of cves) differences.push(...(await differencesOfCve(world.db, id)));
    for (const name of packages) differences.push(...(await differencesOfPackage(world.db, name)));

    expect(cves.length + packages.length).toBeGreaterThan(100);
    expect(differences).toEqual([]);
  });

  it('has the answers of /vulns for a closure', { timeout: 60_000 }, async () => {
    const paths = closureOf(world.corpus.packages, 400);

    const { shown, unresolved } = await judgeClosure(world, paths);

    expect(shown.reduce((sum, { component }) => sum + component.occurrences, unresolved.length)).toBe(paths.length);
    expect(await disagreements(world, shown, 40)).toEqual([]);
  });
});
