import type { CronItem, Task } from 'graphile-worker';
import { withLock } from '../../platform/postgres-lock.ts';
import { PRIORITIES } from '../../store/job-requests.ts';
import type { TaskDeps } from '../deps.ts';
import { type PublishCollectionDeps, publishCollection } from '../publishing/publish-collection.ts';

const TASK = 'publish-collection';
/** One publisher for each database, also where a worker was taken for dead. */
const LOCK = [0x736e6170, 1] as const;
const LONGEST_MS = 2 * 60 * 60_000;

/** Once an hour. What is late is not made up for. */
export const COLLECTION_HOURLY: CronItem = {
  task: TASK,
  match: '23 * * * *',
  identifier: TASK,
  options: { jobKey: TASK, jobKeyMode: 'replace', priority: PRIORITIES.background, maxAttempts: 1, backfillPeriod: 0 },
};

export function publishCollectionTask({ pool, now, log }: TaskDeps, deps: Omit<PublishCollectionDeps, 'signal'>): Task {
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]);
    const done = await withLock(pool, LOCK, (lost) => {
      const until = AbortSignal.any([signal, lost]);
      return publishCollection({ ...deps, signal: until }, now(), until);
    });
    if (!done.locked) return log.info({}, 'another worker publishes the collection');
    const { advisories, changed, withdrawn, packages, csaf } = done.value;
    log.info({ advisories, changed, withdrawn, packages, csaf }, 'collection published');
  };
}
