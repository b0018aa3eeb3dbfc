import type { CronItem, Task } from 'graphile-worker';
import { withLock } from '../../platform/postgres-lock.ts';
import { PRIORITIES } from '../../store/job-requests.ts';
import type { TaskDeps } from '../deps.ts';
import type { PublisherMemory } from '../snapshots/known-since.ts';
import { type PublishDeps, publishSnapshot } from '../snapshots/publish.ts';
import type { SnapshotMetrics } from '../snapshots/snapshot-metrics.ts';

const TASK = 'publish-snapshot';
/** One publisher for each database, also where a worker was taken for dead. */
const LOCK = [0x736e6170, 0] as const;
const LONGEST_MS = 3 * 60 * 60_000;

/** Where snapshots go, how often, and for how long one may be used. */
export interface SnapshotSettings
  extends Pick<PublishDeps, 'target' | 'signer' | 'hours' | 'evidenceHours' | 'selection'> {
  readonly minutes: number;
}

/** Every so many minutes of a day. A snapshot that is late is not made up for. */
export function snapshotTimetable({ minutes }: Pick<SnapshotSettings, 'minutes'>): CronItem {
  return {
    task: TASK,
    match: ({ hour, min }) => (hour * 60 + min) % minutes === 0,
    identifier: TASK,
    options: {
      jobKey: TASK,
      jobKeyMode: 'replace',
      priority: PRIORITIES.background,
      maxAttempts: 1,
      backfillPeriod: 0,
    },
  };
}

export function publishSnapshotTask(
  { db, pool, now, log }: TaskDeps,
  settings: SnapshotSettings,
  metrics: SnapshotMetrics,
): Task {
  const memory: PublisherMemory = { last: null };
  return async (_payload, { abortSignal }) => {
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_MS)]);
    const begun = performance.now();
    const done = await withLock(pool, LOCK, (lost) =>
      publishSnapshot({ ...settings, db, now, memory }, AbortSignal.any([signal, lost])),
    ).catch((error: unknown) => {
      metrics.failed();
      throw error;
    });
    if (!done.locked) return log.info({}, 'another worker publishes a snapshot');
    const { checkpoint, added, removed, evidence } = done.value;
    if (evidence !== null && 'failed' in evidence)
      log.warn({ reason: evidence.failed }, 'evidence could not be published');
    else if (evidence !== null) log.info({ objects: evidence.objects, bytes: evidence.bytes }, 'evidence published');
    const { objects, bytes } = added;
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    metrics.published(seconds, bytes);
    log.info({ size: checkpoint.size, objects, bytes, removed, seconds }, 'snapshot published');
  };
}
