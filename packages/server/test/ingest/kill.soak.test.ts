import { SOURCE_IDS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAndGoOn, type Surroundings, unharmed } from '../support/kills/kill-and-resume.ts';
import { PHASES } from '../support/kills/mixed-ingest.ts';
import { KILL_POINTS } from '../support/kills/points.ts';
import { killRound } from '../support/kills/round.ts';
import { openSurroundings } from '../support/kills/surroundings.ts';
import { getRoots } from '../support/worlds/state-of-store.ts';

/** A seed that failed can be tried again, and more kills asked for: `KILL_SEED=… KILLS=1000`. */
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const KILLS = Number(process.env['KILLS'] ?? 100);
console.log(`Random moments of seeds ${SEED} and following.`);

let surroundings: Surroundings & AsyncDisposable;

beforeAll(async () => {
  surroundings = await openSurroundings(600);
});
afterAll(() => surroundings[Symbol.asyncDispose]());

it.each(PHASES)('is compared by the root of every source after the phase of %s', (phase) => {
  const roots = getRoots(surroundings.undisturbed.phase(phase).after.state);

  expect([...roots.keys()].toSorted()).toEqual(['all', ...SOURCE_IDS].toSorted());
});

describe('an ingest of all sources after its process is killed', () => {
  it.each(PHASES.flatMap((phase) => KILL_POINTS.map((point) => [phase, point] as const)))(
    'in the phase of %s, %s, loses nothing and does nothing twice',
    async (phase, point) => {
      for (const occurrence of [1, 2, 4]) {
        const killed = await killAndGoOn(surroundings, phase, [{ point, occurrence }]);

        expect({ occurrence, ...killed }).toEqual({ occurrence, ...unharmed(1) });
      }
    },
  );
});

describe('an ingest of all sources after its process and its database are killed by turns', () => {
  it(`at ${KILLS} random moments loses nothing and does nothing twice`, { timeout: KILLS * 60_000 }, async () => {
    const done = { process: 0, database: 0 };
    const interrupted: Record<string, number> = {};
    const began = performance.now();
    for (let seed = SEED; done.process + done.database < KILLS; seed += 1) {
      const round = await killRound(surroundings, seed);

      done[round.killed] += round.kills;
      for (const [source, kills] of Object.entries(round.interrupted))
        interrupted[source] = (interrupted[source] ?? 0) + kills;
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.log(JSON.stringify({ seed, killed: round.killed, kills: round.kills, inAll: done, seconds }));
      expect({ seed, ...round }).toMatchObject({ found: round.expected });
    }
    console.log('Kills of a process while a source had something left to read:', interrupted);
    // A number of moments that nobody reached would prove nothing.
    expect(done.process + done.database).toBeGreaterThanOrEqual(KILLS);
    expect(Object.keys(interrupted).toSorted()).toEqual(SOURCE_IDS.toSorted());
  });
});
