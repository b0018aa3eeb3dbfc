import type { SourceId } from '@almanac/contract';

/** The job that reads a whole source: one of its kind at a time waits in the queue, whoever asks for it. */
export function sourceJob(source: SourceId) {
  // Tries again after 3, 7, 20, 55, 148 seconds; by then the timetable asks anew.
  return { task: 'run-source', payload: { source }, jobKey: `run-source:${source}`, maxAttempts: 6 } as const;
}
