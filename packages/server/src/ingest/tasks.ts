import type { TaskList } from 'graphile-worker';
import { PACKS_JOB } from '../store/packs.ts';
import type { TaskDeps } from './deps.ts';
import { AGGREGATES_JOB, computeAggregatesTask } from './tasks/compute-aggregates.ts';
import { BODIES_JOB, fillCveBodiesTask } from './tasks/fill-cve-bodies.ts';
import { fillPacksTask } from './tasks/fill-packs.ts';
import { FORGET_DAILY, forgetOldTask } from './tasks/forget-old.ts';
import { GATHER_NIGHTLY, gatherWordsTask } from './tasks/gather-words.ts';
import { REBUILD_JOB, rebuildProjectionsTask } from './tasks/rebuild-projections.ts';
import { refreshRecordTask } from './tasks/refresh-record.ts';
import { runSourceTask } from './tasks/run-source.ts';

/** Every kind of job there is. A name that the API may request stands in the function job.request as well. */
export function taskList(deps: TaskDeps) {
  return {
    'run-source': runSourceTask(deps),
    'refresh-record': refreshRecordTask(deps),
    [REBUILD_JOB.task]: rebuildProjectionsTask(deps),
    [AGGREGATES_JOB.task]: computeAggregatesTask(deps),
    [BODIES_JOB.task]: fillCveBodiesTask(deps),
    [PACKS_JOB.task]: fillPacksTask(deps),
    [FORGET_DAILY.task]: forgetOldTask(deps),
    [GATHER_NIGHTLY.task]: gatherWordsTask(deps),
  } as const satisfies TaskList;
}
