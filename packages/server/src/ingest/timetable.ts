import { SOURCE_IDS } from '@almanac/contract';
import type { CronItem } from 'graphile-worker';
import { SOURCES } from '../sources/catalogue.ts';
import type { Feeds } from './feeds.ts';
import { sourceJob } from './source-job.ts';

/** When each channel of the sources at hand is read. */
export function timetable(feeds: Feeds): CronItem[] {
  return SOURCE_IDS.flatMap((source) => {
    const channels = feeds.get(source)?.source.channels ?? {};
    const due = SOURCES[source].schedule.filter(({ channel }) => channels[channel] !== undefined);
    return due.map(({ channel, match, catchUpMinutes }) => {
      const { task, payload, spec } = sourceJob(source, channel);
      const backfillPeriod = catchUpMinutes * 60_000;
      const options = { ...spec, backfillPeriod, jobKeyMode: 'replace' } as const;
      return { task, match, identifier: `${source}:${channel}`, payload, options };
    });
  });
}
