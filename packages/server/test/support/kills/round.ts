import { clusterUnavailable } from '../processes/postgres-cluster.ts';
import { type KilledIngest, killAndGoOn, type Surroundings, unharmed } from './kill-and-resume.ts';
import { crashPostgresAndGoOn, type SurvivedCrashes, unharmedBy } from './kill-postgres.ts';
import { randomCrashes, randomKills, seeded } from './random.ts';

export interface KillRound {
  readonly killed: 'process' | 'database';
  readonly kills: number;
  /** Kills of a process by the sources that had something left to read. */
  readonly interrupted: Readonly<Record<string, number>>;
  readonly found: KilledIngest | SurvivedCrashes;
  /** What is found where nothing was lost. */
  readonly expected: KilledIngest | SurvivedCrashes;
}

/** Whatever their number, one ingest is brought to its end and compared: the more kills, the less of that for each. */
const KILLS_OF_A_PROCESS = 25;
/** In all less than a second, in which the upstreams change nothing but the moment that they name. */
const MILLISECONDS_BETWEEN = 30;
/** A server of its own takes as long as many processes: one round of so many. */
const ROUNDS_OF_A_DATABASE = 5;

/** One ingest that is killed at moments which follow from the seed, and then brought to its end. By odd seeds the time goes on meanwhile. */
export async function killRound(around: Surroundings, seed: number): Promise<KillRound> {
  if (clusterUnavailable === null && seed % ROUNDS_OF_A_DATABASE === 0) {
    // Of sweeps and deltas side by side the checkpoints depend on which ends first.
    const crashes = randomCrashes(seeded(seed), ['fill', 'changes']);
    const found = await crashPostgresAndGoOn(around, crashes);
    return { killed: 'database', kills: found.crashes, interrupted: {}, found, expected: unharmedBy(crashes.length) };
  }
  const { phase, kills } = randomKills(seeded(seed), around.undisturbed, KILLS_OF_A_PROCESS);
  const interrupted: Record<string, number> = {};
  const found = await killAndGoOn(around, phase, kills, {
    millisecondsBetween: seed % 2 === 0 ? 0 : MILLISECONDS_BETWEEN,
    onKill(sources) {
      for (const source of sources) interrupted[source] = (interrupted[source] ?? 0) + 1;
    },
  });
  return { killed: 'process', kills: found.signals.length, interrupted, found, expected: unharmed(kills.length) };
}
