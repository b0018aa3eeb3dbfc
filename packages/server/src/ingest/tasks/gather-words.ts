import type { CronItem, Task } from 'graphile-worker';
import { PRIORITIES } from '../../store/job-requests.ts';
import { gatherWords } from '../../store/search-words.ts';
import type { TaskDeps } from '../deps.ts';

const TASK = 'gather-words';

/** Once a day, at an hour when little else is due. */
export const GATHER_NIGHTLY: CronItem = {
  task: TASK,
  match: '46 3 * * *',
  identifier: TASK,
  options: { jobKey: TASK, jobKeyMode: 'replace', priority: PRIORITIES.background, maxAttempts: 3, backfillPeriod: 0 },
};

const LONGEST_MS = 60 * 60_000;

/** Reads the words of all documents, by which slips are corrected. */
export function gatherWordsTask({ db, now, log }: TaskDeps): Task {
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]);
    const documents = await gatherWords({ db, now }, signal);
    log.info({ documents }, 'words of the documents read');
  };
}
