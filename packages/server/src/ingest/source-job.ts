import type { SourceId } from '@almanac/contract';
import type { ChannelName } from '../sources/source.ts';

/** Lower goes first: someone who waits before what changed, and that before all there is. */
export const PRIORITIES = { person: -10, delta: 0, bulk: 5, sweep: 5, background: 10 } as const;

/** The job that reads a channel: one of its kind at a time waits in the queue, whoever asks for it. */
export function sourceJob(source: SourceId, channel: ChannelName) {
  return {
    task: 'run-source',
    payload: { source, channel },
    spec: {
      jobKey: `run-source:${source}:${channel}`,
      priority: PRIORITIES[channel],
      // Tries again after 3, 7, 20, 55, 148 seconds; by then the timetable asks anew.
      maxAttempts: 6,
    },
  } as const;
}
