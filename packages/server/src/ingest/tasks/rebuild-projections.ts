import type { Task } from 'graphile-worker';
import { PRIORITIES } from '../../store/job-requests.ts';
import type { TaskDeps } from '../deps.ts';
import { rebuildProjections } from '../rebuild-projections.ts';

/** The job that brings projections up to the code: one at a time waits in the queue, however many workers start. */
export const REBUILD_JOB = {
  task: 'rebuild-projections',
  payload: {},
  spec: { jobKey: 'rebuild-projections', priority: PRIORITIES.background, maxAttempts: 10 },
} as const;

/** The queue takes a job for lost that has been locked for four hours. What is rebuilt by then stays. */
const LONGEST_REBUILD_MS = 3 * 60 * 60 * 1000;

/** Fills anew what another version of the code has filled, while the tables in use go on serving. */
export function rebuildProjectionsTask({ db, pool, now, log }: TaskDeps): Task {
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_REBUILD_MS)]);
    const outcome = await rebuildProjections({ db, pool, now }, 'outdated', signal, {
      async done({ name, version }, seconds) {
        log.info({ projection: name, version, seconds: Math.round(seconds) }, 'projection rebuilt');
      },
    });
    // Whoever is at it may be of an older release: later there will be nothing left to do, or all of it.
    if (!outcome.locked) throw new Error('another rebuild is under way');
  };
}
