import type { Task } from 'graphile-worker';
import { PRIORITIES } from '../../store/job-requests.ts';
import { addFollowUpJobs } from '../../store/jobs.ts';
import { computeAggregates } from '../compute-aggregates.ts';
import type { TaskDeps } from '../deps.ts';

/**
 * The job that counts anew what a change has made outdated. However many ask, one waits in the queue, and none runs beside another.
 * Sources bring something every few minutes: what came in the first five after a change is counted together.
 */
export const AGGREGATES_JOB = {
  task: 'compute-aggregates',
  payload: {},
  jobKey: 'compute-aggregates',
  queueName: 'aggregates',
  priority: PRIORITIES.background,
  maxAttempts: 10,
  delaySeconds: 300,
} as const;

/** The queue takes a job for lost that has been locked for four hours. What is judged by then stays. */
const LONGEST_MS = 3 * 60 * 60 * 1000;

export function computeAggregatesTask({ db, now, log }: TaskDeps): Task {
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]);
    const computed = await computeAggregates({ db, now }, signal);
    for (const { name, seconds, behind } of computed) {
      log.info({ aggregate: name, seconds: Math.round(seconds), behind }, 'aggregate computed');
    }
    if (computed.some(({ behind }) => behind)) await addFollowUpJobs(db, [AGGREGATES_JOB]);
  };
}
