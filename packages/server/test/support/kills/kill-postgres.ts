import { sql } from 'kysely';
import type { WorkerIntervals } from '../../../src/ingest/worker.ts';
import { migrate } from '../../../src/platform/migrate.ts';
import type { Db } from '../../../src/store/database.ts';
import { migrationsDirectory } from '../database.ts';
import { checkStructures, startPostgres } from '../processes/postgres-cluster.ts';
import { differences, stateOfStore } from '../worlds/state-of-store.ts';
import { halvesIn } from '../worlds/state-of-store-halves.ts';
import { lostTransactions } from './acknowledged.ts';
import type { Surroundings } from './kill-and-resume.ts';
import { instantOf, openMixedIngest, type Phase, stepsOf } from './mixed-ingest.ts';
import { addJobs, type MixedWorkerOptions, startMixedWorker, untilIdle } from './mixed-ingest-worker.ts';

export interface SurvivedCrashes {
  /** How often the server was killed while there was work. */
  readonly crashes: number;
  /** Acknowledged transactions that were not there after a crash. */
  readonly lost: readonly string[];
  /** Batches of which a part was there after a crash. */
  readonly halves: readonly string[];
  /** What `pg_amcheck` says after a crash. */
  readonly damage: readonly string[];
  readonly differences: readonly string[];
}

export function unharmedBy(crashes: number): SurvivedCrashes {
  return { crashes, lost: [], halves: [], damage: [], differences: [] };
}

/** How far into each phase the server is killed: a share of the moments that an undisturbed one has. */
export type Crashes = readonly { readonly phase: Phase; readonly share: number }[];

// A machine that is busy with other tests may keep a living worker silent for a second.
const intervals: WorkerIntervals = { beatMs: 100, silenceMs: 3_000, checkMs: 200, pollMs: 100 };

/** A worker reads all sources on a server of its own, which is killed once in each of these phases and started again. */
export async function crashPostgresAndGoOn(around: Surroundings, crashes: Crashes): Promise<SurvivedCrashes> {
  await using server = await startPostgres();
  await migrate({ url: server.url, directory: migrationsDirectory });
  const lost: string[] = [];
  const halves: string[] = [];
  const damage: string[] = [];
  const differing: string[] = [];
  let killed = 0;

  for (const { phase, share } of crashes) {
    around.clock.advance(instantOf(phase) - around.clock.now());
    const { after, moments } = around.undisturbed.phase(phase);
    const options = { databaseUrl: server.url, addresses: around.upstreams.addresses, phase };
    await using ingest = openMixedIngest({ ...options, applicationName: 'almanac-test' });
    const { db } = ingest.deps;
    await seeThatCommitsLast(db);
    await addJobs(db, stepsOf(phase));

    const crashAt = Math.max(1, Math.floor(share * moments));
    await using working = superviseWorker({ ...options, applicationName: 'almanac-test-worker', intervals }, crashAt);
    await working.crash;
    await server.kill();
    killed += 1;
    const acknowledged = [...working.acknowledged];
    await server.start();
    lost.push(...(await lostTransactions(db, acknowledged)));
    halves.push(...(await halvesIn(db)));
    damage.push(...(await damageOf(server.url)));
    await untilIdle(db);
    differing.push(...differences(await stateOfStore(db, server.url), after.state));
  }
  return { crashes: killed, lost, halves, damage, differences: differing };
}

/** Otherwise nothing that was acknowledged would have to be there after a crash, and that it mostly is would prove nothing. */
async function seeThatCommitsLast(db: Db): Promise<void> {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db);
  const [setting] = rows.map(({ synchronous_commit: value }) => value);
  if (setting !== 'on')
    throw new Error(`a commit of the worker does not wait for the log: synchronous_commit is ${setting}`);
}

/** A projection may be rebuilt meanwhile: a table that has been taken away between listing and looking is no damage. */
async function damageOf(url: string): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const said = await checkStructures(url);
    if (tries === 5 || !said.includes('could not open relation with OID')) return said.split('\n').filter(Boolean);
  }
}

interface Supervised extends AsyncDisposable {
  /** The moment has come to kill the server. */
  readonly crash: Promise<void>;
  readonly acknowledged: readonly string[];
}

/** One worker that is started anew whenever it ends. */
function superviseWorker(options: MixedWorkerOptions, crashAt: number): Supervised {
  const crash = Promise.withResolvers<void>();
  const acknowledged: string[] = [];
  let stopping = false;
  const start = (given: MixedWorkerOptions) =>
    startMixedWorker(given, (message) => {
      if ('crash' in message) crash.resolve();
      if ('acknowledged' in message) acknowledged.push(message.acknowledged);
    });
  let worker = start({ ...options, crashAt });
  const supervising = (async () => {
    for (;;) {
      await worker.ended;
      if (stopping) return;
      worker = start(options);
    }
  })();
  return {
    crash: crash.promise,
    acknowledged,
    async [Symbol.asyncDispose]() {
      stopping = true;
      await worker[Symbol.asyncDispose]();
      await supervising;
    },
  };
}
