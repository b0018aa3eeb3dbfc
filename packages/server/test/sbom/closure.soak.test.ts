import type { CorpusPackage } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { closureOf, disagreements, everyPackage, fillPackages, judgeClosure } from '../support/closure.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';

const SIZE = 5_000;
const ROUNDS = 5;

/** The closure of a system over the usual choice of real records. */
describe.skipIf(!hasCorpus)(`a closure of ${SIZE} store paths`, () => {
  let world: CorpusWorld;
  let packages: readonly CorpusPackage[];
  beforeAll(async () => {
    const some = await everyPackage(SIZE);
    packages = some;
    world = await openCorpusWorld({
      cves: 'default',
      sbom: { limits: { milliseconds: 120_000, megabytes: 1_024 } },
      // The choice has the packages that its records may be about; a system has mostly others.
      fillMore: (db) => fillPackages(db, some),
    });
  }, 900_000);
  afterAll(() => world[Symbol.asyncDispose]());

  it('is judged in one request, every path resolved or listed, and each package as /vulns judges it', async () => {
    const paths = closureOf(packages, SIZE);

    const { shown, unresolved } = await judgeClosure(world, paths);

    const resolved = shown.reduce((sum, { component }) => sum + component.occurrences, 0);
    console.log(`${paths.length} paths: ${resolved} resolved to ${shown.length} packages, ${unresolved.length} listed`);
    expect(paths).toHaveLength(SIZE);
    expect(resolved + unresolved.length).toBe(SIZE);
    expect(await disagreements(world, shown, 500)).toEqual([]);
  });

  it('takes so many times as long as the bare query for all that records say of these names', async () => {
    const paths = closureOf(packages, SIZE);
    const names = paths.map((path) => path.slice('/nix/store/'.length + 33).replace(/-[^a-zA-Z].*$/, ''));
    const pool = openPool({
      url: world.database.url,
      applicationName: 'bare',
      role: 'almanac_api',
      max: 1,
      onError: () => {},
    });
    const [bare, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      let began = performance.now();
      const { rows } = await pool.query(
        `select asked.name, record.key, affected.claims, encode(kept.raw_sha256, 'hex') as sha256
         from unnest($1::text[]) as asked (name)
         join package on package.name = asked.name
         join affected on affected.package_id = package.id and affected.known_to is null
         join record on record.id = affected.record_id
         join current_version kept on kept.record_id = record.id`,
        [names],
      );
      expect(JSON.stringify(rows).length).toBeGreaterThan(0);
      bare.push(performance.now() - began);
      began = performance.now();
      await judgeClosure(world, paths);
      ours.push(performance.now() - began);
    }
    await pool.end();
    const [bareMs = 0, oursMs = 0] = [bare, ours].map((all) => all.toSorted((a, b) => a - b)[ROUNDS >> 1]);
    console.log(
      `bare ${bareMs.toFixed(0)} ms, ours ${oursMs.toFixed(0)} ms, ours / bare ${(oursMs / bareMs).toFixed(1)}`,
    );
  });
});
