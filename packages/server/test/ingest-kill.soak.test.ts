import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAndGoOn, type Surroundings, unharmed } from './support/kill-and-go-on.ts';
import { KILL_POINTS } from './support/kill-points.ts';
import { crashPostgresAndGoOn, unharmedBy } from './support/kill-postgres.ts';
import { randomCrashes, randomKills, seeded } from './support/kill-random.ts';
import { openSurroundings } from './support/kill-surroundings.ts';
import { PHASES } from './support/mixed-ingest.ts';
import { clusterUnavailable } from './support/postgres-cluster.ts';

const SEED = Date.now() % 1_000_000;
console.log(`Random moments of seeds ${SEED} and following.`);
const seeds = (count: number) => Array.from({ length: count }, (_, i) => SEED + i);

let surroundings: Surroundings & AsyncDisposable;

beforeAll(async () => {
  surroundings = await openSurroundings(600);
});
afterAll(() => surroundings[Symbol.asyncDispose]());

describe('an ingest of all sources whose process is killed', () => {
  it.each(PHASES.flatMap((phase) => KILL_POINTS.map((point) => [phase, point] as const)))(
    'in the phase of %s, %s, loses nothing and does nothing twice',
    async (phase, point) => {
      for (const occurrence of [1, 2, 4]) {
        const killed = await killAndGoOn(surroundings, phase, [{ point, occurrence }]);

        expect({ occurrence, ...killed }).toEqual({ occurrence, ...unharmed(1) });
      }
    },
  );

  it.each(seeds(10))('at five of fifty random moments (seed %i) loses nothing and does nothing twice', async (seed) => {
    const { phase, kills } = randomKills(seeded(seed), surroundings.undisturbed, 5);

    const killed = await killAndGoOn(surroundings, phase, kills);

    expect({ phase, kills, ...killed }).toEqual({ phase, kills, ...unharmed(5) });
  });
});

describe.skipIf(clusterUnavailable !== null)('an ingest of all sources whose database is killed', () => {
  it.each(seeds(5))('at two of ten random moments (seed %i) loses nothing that was acknowledged', async (seed) => {
    const crashes = randomCrashes(seeded(seed), ['fill', 'changes']);

    const survived = await crashPostgresAndGoOn(surroundings, crashes);

    expect(survived).toEqual(unharmedBy(2));
  });
});
