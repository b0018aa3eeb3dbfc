import type { Task } from 'graphile-worker';
import { addFollowUpJobs } from '../../store/jobs.ts';
import { PACKS_JOB } from '../../store/packs.ts';
import type { TaskDeps } from '../deps.ts';
import { fillPacks } from '../fill-packs.ts';

/** The queue takes a job for lost that has been locked for four hours. What is made by then stays. */
const LONGEST_MS = 3 * 60 * 60 * 1000;
const RETRY_SECONDS = 60;

export function fillPacksTask({ db, log }: TaskDeps): Task {
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]);
    const { made, isDone } = await fillPacks(db, signal);
    log.info({ made, isDone }, 'packs of packages made');
    if (!isDone) await addFollowUpJobs(db, [{ ...PACKS_JOB, delaySeconds: RETRY_SECONDS }]);
  };
}
