import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAndGoOn, type Surroundings, unharmed } from '../support/kills/kill-and-resume.ts';
import { crashPostgresAndGoOn, unharmedBy } from '../support/kills/kill-postgres.ts';
import { KILL_POINTS } from '../support/kills/points.ts';
import { randomCrashes, randomKills, seeded } from '../support/kills/random.ts';
import { openSurroundings } from '../support/kills/surroundings.ts';
import { clusterUnavailable } from '../support/processes/postgres-cluster.ts';

const PATIENCE = { timeout: 120_000 };
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
/** Each point is tried so many times: `KILL_LOOPS=200 … -t 'after commit'` finds what happens once in fifty. */
const LOOPS = Number(process.env['KILL_LOOPS'] ?? 1);
console.log(`Random moments of seed ${SEED}.`);
/** Every second point, those between them by the next seed; `kill.soak.test.ts` and `KILL_LOOPS` take all. */
const POINTS = KILL_POINTS.filter((_, place) => LOOPS > 1 || place % 2 === SEED % 2);

let surroundings: Surroundings & AsyncDisposable;

beforeAll(async () => {
  surroundings = await openSurroundings(50, { names: ['fill', 'changes'] });
}, PATIENCE.timeout);
afterAll(() => surroundings[Symbol.asyncDispose]());

describe('an ingest of all sources after its process is killed', PATIENCE, () => {
  it.each(POINTS)('%s loses nothing and does nothing twice', { timeout: LOOPS * PATIENCE.timeout }, async (point) => {
    for (let loop = 1; loop <= LOOPS; loop += 1) {
      const killed = await killAndGoOn(surroundings, 'changes', [{ point, occurrence: 3 }]);

      expect({ loop, ...killed }).toEqual({ loop, ...unharmed(1) });
    }
    if (LOOPS > 1) console.log(`Killed ${LOOPS} times ${point}: nothing lost, nothing twice.`);
  });

  it('at two random moments loses nothing and does nothing twice', async () => {
    const { phase, kills } = randomKills(seeded(SEED), surroundings.undisturbed, 2, ['fill']);

    const killed = await killAndGoOn(surroundings, phase, kills);

    expect({ seed: SEED, phase, kills, ...killed }).toEqual({ seed: SEED, phase, kills, ...unharmed(2) });
  });
});

describe.skipIf(clusterUnavailable !== null)('an ingest of all sources after its database is killed', PATIENCE, () => {
  it('at a random moment goes on by itself and loses nothing that was acknowledged', async () => {
    const crashes = randomCrashes(seeded(SEED), ['fill']);

    const survived = await crashPostgresAndGoOn(surroundings, crashes);

    expect({ seed: SEED, ...survived }).toEqual({ seed: SEED, ...unharmedBy(1) });
  });
});
