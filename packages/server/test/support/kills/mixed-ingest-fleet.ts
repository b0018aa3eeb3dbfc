import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { WorkerIntervals } from '../../../src/ingest/worker.ts';
import type { Db } from '../../../src/store/database.ts';
import { cloneTestDatabase } from '../database.ts';
import { differences, stateOfStore } from '../worlds/state-of-store.ts';
import { halvesIn } from '../worlds/state-of-store-halves.ts';
import type { Surroundings } from './kill-and-resume.ts';
import { instantOf, openMixedIngest, type Phase, stepsOf } from './mixed-ingest.ts';
import { addJobs, startMixedWorker, untilIdle } from './mixed-ingest-worker.ts';

/** So many single records that several workers would ask for them faster than the limit allows. */
export const SINGLES = 40;
/** What the workers together may ask of each upstream: far less than one of them could. */
const LIMIT = { requests: 20, seconds: 4 };
const INTERVALS: WorkerIntervals = { beatMs: 100, silenceMs: 60_000, checkMs: 1_000, pollMs: 50 };

export interface FleetReport {
  /** What distinguishes the store from that of one process that did one thing after the other. */
  readonly differences: readonly string[];
  /** Versions that no run counts, and counts without versions. */
  readonly halves: readonly string[];
  /** Those of whole channels that were not brought to their end. */
  readonly broken: readonly string[];
  /** Channels of which more than one run changed something. */
  readonly repeated: readonly string[];
  /** The workers that did nothing. */
  readonly idle: readonly number[];
  /** Upstreams that were asked more often than they allow. */
  readonly pressed: readonly string[];
}

export const IN_ORDER: FleetReport = { differences: [], halves: [], broken: [], repeated: [], idle: [], pressed: [] };

/**
 * Two workers read all sources, each of which is asked for twice, as by the timetable and by a caller at the same time. A
 * third comes when a part is done; half of the single records are asked for then.
 */
export async function readByFleet(around: Surroundings, phase: Phase): Promise<FleetReport> {
  const { before, after } = around.undisturbed.phase(phase);
  const { addresses, arrivals } = around.upstreams;
  around.clock.advance(instantOf(phase) - around.clock.now());
  await using database = await cloneTestDatabase(before);
  const options = { databaseUrl: database.url, addresses, phase, limit: LIMIT };
  await using ingest = openMixedIngest({ ...options, applicationName: 'almanac-test' });
  const { db } = ingest.deps;
  const since = { run: await newestRun(db), moment: performance.now() };
  const done = [0, 0, 0];
  const start = (index: number) =>
    startMixedWorker({ ...options, intervals: INTERVALS, applicationName: 'almanac-test-worker' }, (message) => {
      if ('done' in message) done[index] = (done[index] ?? 0) + 1;
    });
  const steps = stepsOf(phase, SINGLES);
  const later = steps.splice(-SINGLES / 2);
  await addJobs(db, steps);
  await addJobs(
    db,
    steps.filter((step) => 'channel' in step),
    'again:',
  );

  await using _first = start(0);
  await using _second = start(1);
  await until(() => done.some((jobs) => jobs > 0));
  await using _third = start(2);
  await until(async () => (await db.selectFrom('worker_heartbeat').select('worker').execute()).length === 3);
  await addJobs(db, later);
  await untilIdle(db);

  const state = await stateOfStore(db, database.url);
  // Where a delta and a sweep end that run side by side depends on which is first.
  const expected = new Map([...after.state].filter(([part]) => part !== 'checkpoints'));
  return {
    differences: differences(state, expected),
    halves: await halvesIn(db),
    broken: await runsSince(db, since.run, sql`bool_or(state <> 'ok')`),
    repeated: await runsSince(db, since.run, sql`count(*) filter (where changed + removed > 0) > 1`),
    idle: [...done.keys()].filter((index) => done[index] === 0),
    pressed: Object.entries(arrivals)
      .map(([source, at]) => [source, mostAtOnce(at.filter((moment) => moment >= since.moment))] as const)
      .filter(([, requests]) => requests > LIMIT.requests)
      .map(([source, requests]) => `${source} ${requests}`),
  };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

async function newestRun(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from run`.execute(db);
  return rows[0]?.id ?? 0;
}

async function runsSince(db: Db, id: number, such: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ channel: string }>`
    select source.name || ' ' || channel as channel from run join source on source.id = run.source
    where run.id > ${id} and channel <> 'record' group by source.name, channel having ${such}`.execute(db);
  return rows.map(({ channel }) => channel);
}

/**
 * The most requests in any half of the limit's span. The limit is of the moments at which requests are let go; one that
 * takes up to the other half until it has come does not push more into the span than is allowed.
 */
function mostAtOnce(arrivals: readonly number[]): number {
  const span = (LIMIT.seconds * 1_000) / 2;
  return Math.max(0, ...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + span).length));
}
