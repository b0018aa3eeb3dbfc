import type { SourceId } from '@almanac/contract';
import type { CronItem } from 'graphile-worker';
import { sourceJob } from './source-job.ts';

interface Entry {
  readonly source: SourceId;
  /** In UTC. Off the full hour, when everybody else asks. */
  readonly match: string;
  /** What was due while no worker ran is made up for, if it is not older than this. */
  readonly catchUpMinutes: number;
}

const ENTRIES: readonly Entry[] = [{ source: 'kev', match: '7,37 * * * *', catchUpMinutes: 30 }];

/** When each source is read; how often that is stands in its info and is held equal by a test. */
export const timetable: readonly CronItem[] = ENTRIES.map(({ source, match, catchUpMinutes }) => {
  const { task, payload, jobKey, maxAttempts } = sourceJob(source);
  const backfillPeriod = catchUpMinutes * 60_000;
  return {
    task,
    match,
    identifier: source,
    payload,
    options: { backfillPeriod, jobKey, maxAttempts, jobKeyMode: 'replace' },
  };
});
