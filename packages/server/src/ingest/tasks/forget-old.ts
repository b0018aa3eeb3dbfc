import type { CronItem, Task } from 'graphile-worker';
import { PRIORITIES } from '../../store/job-requests.ts';
import { forgetOld } from '../../store/retention.ts';
import type { TaskDeps } from '../deps.ts';

const TASK = 'forget-old';

/** Once a day, at an hour when little else is due. */
export const FORGET_DAILY: CronItem = {
  task: TASK,
  match: '16 5 * * *',
  identifier: TASK,
  options: { jobKey: TASK, jobKeyMode: 'replace', priority: PRIORITIES.background, maxAttempts: 3, backfillPeriod: 0 },
};

const LONGEST_MS = 30 * 60_000;

/** Deletes what is kept for a time only. */
export function forgetOldTask({ db, log }: TaskDeps): Task {
  return async (_payload, { abortSignal }) => {
    const forgotten = await forgetOld(db, AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]));
    log.info(forgotten, 'old rows forgotten');
  };
}
