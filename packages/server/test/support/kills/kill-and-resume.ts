import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceId } from '@almanac/contract';
import type { Clock } from '@almanac/twins';
import { sql } from 'kysely';
import type { Db } from '../../../src/store/database.ts';
import { cloneTestDatabase } from '../database.ts';
import { differences, ROOTS, stateOfStore } from '../worlds/state-of-store.ts';
import { lostBehindCheckpoint } from '../worlds/state-of-store-ahead.ts';
import { halvesIn } from '../worlds/state-of-store-halves.ts';
import { instantOf, openMixedIngest, type Phase, type Step, stepsOf, takeSteps } from './mixed-ingest.ts';
import type { MixedIngestOrder } from './mixed-ingest-process.ts';
import type { MixedUpstreams } from './mixed-ingest-world.ts';
import type { Kill } from './points.ts';
import { spawnWaiting } from './spawn.ts';
import type { Undisturbed } from './undisturbed.ts';

export interface Surroundings {
  readonly upstreams: MixedUpstreams;
  readonly clock: Clock;
  readonly undisturbed: Undisturbed;
}

export interface KilledIngest {
  /** How each process ended. */
  readonly signals: readonly (NodeJS.Signals | null)[];
  /** Records that the checkpoints had passed by and the store had not, after each of the kills. */
  readonly ahead: readonly string[];
  /** Batches of which a part was stored, after each of the kills. */
  readonly halves: readonly string[];
  /** What distinguishes the store in the end from that of an undisturbed ingest. */
  readonly differences: readonly string[];
}

/** What a test expects of an ingest that was killed so many times. */
export function unharmed(kills: number): KilledIngest {
  return { signals: Array.from({ length: kills }, () => 'SIGKILL' as const), ahead: [], halves: [], differences: [] };
}

interface KillOptions {
  /** How long after its predecessor each process starts, by all clocks. The Merkle roots alone are compared then: they have no times. */
  readonly millisecondsBetween?: number;
  /** Told after each kill which sources had something left to read. */
  readonly onKill?: (interrupted: ReadonlySet<SourceId>) => void;
}

/** A process is killed, another goes on and is killed in turn; the last is not. */
export async function killAndGoOn(
  { upstreams: { addresses }, clock, undisturbed }: Surroundings,
  phase: Phase,
  kills: readonly Kill[],
  { millisecondsBetween = 0, onKill = () => {} }: KillOptions = {},
): Promise<KilledIngest> {
  const passedUntil = (kill: number) => kill * millisecondsBetween;
  const { before, after } = undisturbed.phase(phase);
  await using database = await cloneTestDatabase(before);
  const options = { databaseUrl: database.url, addresses, phase };
  const passedMs = passedUntil(kills.length);
  await using ingest = openMixedIngest({ ...options, passedMs, applicationName: 'almanac-test-successor' });
  const { db } = ingest.deps;
  const signals: (NodeJS.Signals | null)[] = [];
  const ahead: string[] = [];
  const halves: string[] = [];
  let steps: readonly Step[] = stepsOf(phase);
  let next = spawnWaiting(VICTIM_FILE);

  for (const [i, kill] of kills.entries()) {
    clock.advance(instantOf(phase) + passedUntil(i) - clock.now());
    const victim = next;
    const order = { ...options, passedMs: passedUntil(i), applicationName: VICTIM, steps, kill };
    const killed = runUntilKilled(victim, order);
    if (i + 1 < kills.length) next = spawnWaiting(VICTIM_FILE);
    const { signal, done } = await killed;
    signals.push(signal);
    steps = steps.filter((step) => !done.has(JSON.stringify(step)));
    onKill(new Set(steps.map(({ source }) => source)));
    await untilGone(db);
    halves.push(...(await halvesIn(db)));
    for (const [source, left] of Map.groupBy(steps, (step) => step.source)) {
      const channels = left.flatMap((step) => ('channel' in step ? [step.channel] : []));
      if (channels.length > 0) ahead.push(...(await lostBehindCheckpoint(ingest, source, channels, after.contents)));
    }
  }
  clock.advance(instantOf(phase) + passedMs - clock.now());
  await takeSteps(ingest, steps);
  const compared =
    millisecondsBetween === 0 ? after.state : new Map([...after.state].filter(([part]) => part === ROOTS));
  return { signals, ahead, halves, differences: differences(await stateOfStore(db, database.url), compared) };
}

const VICTIM = 'almanac-test-victim';
const VICTIM_FILE = 'mixed-ingest-process.ts';

async function runUntilKilled(
  child: ReturnType<typeof spawnWaiting>,
  order: MixedIngestOrder,
): Promise<{ signal: NodeJS.Signals | null; done: ReadonlySet<string> }> {
  child.stdin.end(JSON.stringify(order));
  const [[, signal], said] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  return { signal: signal as NodeJS.Signals | null, done: new Set(said.split('\n')) };
}

/** Its connections end with it, but a statement that was under way is still brought to its end by the server. */
async function untilGone(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where application_name = ${VICTIM} and datname = current_database()`.execute(db);
    if (rows.length === 0) return;
    await sleep(20);
  }
}
