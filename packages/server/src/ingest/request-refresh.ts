import type { SourceId } from '@almanac/contract';
import type { Db } from '../store/database.ts';
import { requestJob } from '../store/job-requests.ts';

export interface Refresh {
  readonly source: SourceId;
  /** One record of the source; left out, the whole of it. */
  readonly key?: string;
  /** `person`: someone waits for the answer. */
  readonly priority: 'person' | 'background';
}

/** Lower goes first; the timetable adds its jobs at 0. */
const PRIORITIES = { person: -10, background: 10 } as const;

/** Asks the workers for newer data. However many ask for the same, it is one job; its number is returned. */
export async function requestRefresh({ db }: { readonly db: Db }, { source, key, priority }: Refresh): Promise<number> {
  return requestJob(db, {
    task: 'run-source',
    payload: key === undefined ? { source } : { source, key },
    jobKey: key === undefined ? `run-source:${source}` : `run-source:${source}:${key}`,
    priority: PRIORITIES[priority],
  });
}
