import type { SourceId } from '@almanac/contract';
import type { ChannelName, Source } from '../sources/source.ts';
import { PRIORITIES } from '../store/job-requests.ts';

/** The job that reads a channel: one of its kind at a time waits in the queue, whoever asks for it. */
export function sourceJob(source: SourceId, channel: ChannelName) {
  return {
    task: 'run-source',
    payload: { source, channel },
    spec: {
      jobKey: `run-source:${source}:${channel}`,
      priority: PRIORITIES[channel],
      // Tries again after 3, 7, 20, 55, 148 seconds. After that it is left to the timetable, or to `run-source`.
      maxAttempts: 6,
    },
  } as const;
}

/** The job that fills an empty store. A file of a minute does not wait behind archives of hours. */
export function firstJob({ id, large }: Pick<Source<never>, 'id' | 'large'>, first: ChannelName) {
  const { task, payload, spec } = sourceJob(id, first);
  const priority: number = spec.priority + (large === true ? 1 : 0);
  return { task, payload, spec: { ...spec, priority, jobKeyMode: 'preserve_run_at' } } as const;
}
