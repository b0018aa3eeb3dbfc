import { EventEmitter } from 'node:events';
import { type CronItem, Logger, parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type Repeating, repeat } from '../platform/clock.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Db } from '../store/database.ts';
import { addFollowUpJobs } from '../store/jobs.ts';
import { hasMarks, PACKS_JOB } from '../store/packs.ts';
import { isFilled, storedSourceNumber } from '../store/runs.ts';
import { beat, endHeartbeat, unlockSilentWorkers } from '../store/worker-heartbeats.ts';
import { describeError } from './describe-error.ts';
import type { Feeds } from './feeds.ts';
import type { Log } from './log.ts';
import { firstJob } from './source-job.ts';
import { AGGREGATES_JOB } from './tasks/compute-aggregates.ts';
import { BODIES_JOB } from './tasks/fill-cve-bodies.ts';
import { REBUILD_JOB } from './tasks/rebuild-projections.ts';

export interface WorkerDeps {
  readonly db: Db;
  /** Needs room for twice the concurrency and a few more. */
  readonly pool: Pool;
  readonly tasks: TaskList;
  readonly timetable: readonly CronItem[];
  readonly feeds: Feeds;
  readonly log: Log;
}

export interface WorkerIntervals {
  readonly beatMs: number;
  /** A worker that has not been heard of for so long is dead. */
  readonly silenceMs: number;
  /** How often the dead are looked for: together with the silence, the time until their work goes on. */
  readonly checkMs: number;
  readonly pollMs: number;
}

/** 82 seconds at most from a worker's death until its work goes on; the service promises 90. */
export const WORKER_INTERVALS: WorkerIntervals = { beatMs: 10_000, silenceMs: 60_000, checkMs: 20_000, pollMs: 2_000 };

export interface Worker {
  /** Takes no further job, lets running ones end (they are told to after five seconds), and signs off. */
  stop(): Promise<void>;
  /** Ends when the worker has stopped, by itself or because it was told to. */
  readonly ended: Promise<void>;
}

export async function startWorker(
  { db, pool, tasks, timetable, feeds, log }: WorkerDeps,
  concurrency = 4,
  intervals = WORKER_INTERVALS,
): Promise<Worker> {
  const events = new EventEmitter() as WorkerEvents;
  // The queue marks a job with the name of the pool that works on it.
  const named = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  );
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems([...timetable]),
    concurrency,
    pollInterval: intervals.pollMs,
    noHandleSignals: true,
    events,
    logger: queueLogger(log),
  });
  const id = await named;
  const repeating: Repeating[] = [
    repeat(
      intervals.beatMs,
      guarded('heartbeat', () => beat(db, id)),
    ),
    repeat(
      intervals.checkMs,
      guarded('search for silent workers', async () => {
        const workers = await unlockSilentWorkers(db, intervals.silenceMs);
        if (workers.length > 0) log.warn({ workers }, 'jobs of silent workers set free');
      }),
    ),
    repeat(
      intervals.pollMs,
      guarded('search for outdated packs', async () => {
        if (PACKS_JOB.task in tasks && (await hasMarks(db))) await addFollowUpJobs(db, [PACKS_JOB]);
      }),
    ),
  ];
  await guarded('first runs', async () => {
    // A worker starts with every release: what the code computes otherwise than before is then filled anew.
    if (REBUILD_JOB.task in tasks) await runner.addJob(REBUILD_JOB.task, REBUILD_JOB.payload, REBUILD_JOB.spec);
    await addFollowUpJobs(
      db,
      [AGGREGATES_JOB, BODIES_JOB, PACKS_JOB].filter(({ task }) => task in tasks),
    );
    for (const { source } of feeds.values()) {
      if (source.first === null || (await isFilled(db, await storedSourceNumber(db, source.id), source.first)))
        continue;
      const { task, payload, spec } = firstJob(source, source.first);
      await runner.addJob(task, payload, spec);
    }
  })();

  /** The database may be away for a while; the next turn tries again. */
  function guarded(what: string, turn: () => Promise<void>): () => Promise<void> {
    return () =>
      turn().catch((error: unknown) => log.warn({ what, reason: describeError(error) }, 'worker upkeep failed'));
  }

  async function signOff(): Promise<void> {
    await Promise.all(repeating.map((one) => one.stop()));
    await guarded('sign-off', () => endHeartbeat(db, id))();
  }

  const ended = (async () => {
    try {
      await runner.promise;
    } finally {
      await signOff();
    }
  })();
  return {
    ended,
    async stop() {
      await runner.stop();
      await ended;
    },
  };
}

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ reason: describeError(meta?.['error'] ?? message) }, 'job queue error');
    else if (level === 'warning') log.warn({ reason: message.slice(0, 500) }, 'job queue warning');
  });
}
