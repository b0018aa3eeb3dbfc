import type { TaskList } from 'graphile-worker';
import type { Feeds } from './feeds.ts';
import type { Log } from './log.ts';
import type { IngestDeps } from './run-source.ts';
import { runSourceTask } from './tasks/run-source.ts';

export interface TaskDeps extends IngestDeps {
  readonly feeds: Feeds;
  readonly log: Log;
}

/** Every kind of job there is. A name that the API may request stands in the function job.request as well. */
export function taskList(deps: TaskDeps): TaskList {
  return { 'run-source': runSourceTask(deps) };
}
