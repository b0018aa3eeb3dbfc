import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { taskList } from '../../../src/ingest/tasks.ts';
import { startWorker } from '../../../src/ingest/worker.ts';
import { watchAcknowledged } from './acknowledged.ts';
import { openMixedIngest } from './mixed-ingest.ts';
import type { FromMixedWorker, MixedWorkerOptions } from './mixed-ingest-worker.ts';
import { atMoment } from './points.ts';

// A worker in a process of its own: `node mixed-ingest-worker-process.ts '<MixedWorkerOptions as JSON>'`.
// It will be killed: what was compiled is kept for the next process now.
flushCompileCache();
const { crashAt, intervals, ...options } = JSON.parse(process.argv[2] ?? '') as MixedWorkerOptions;

/** Synchronously: what was said before the process's end is known after it. */
function say(message: FromMixedWorker): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

const log = { info: (fields: object) => say({ done: fields }), warn: () => {}, error: () => {} };
const moment = { point: 'any', occurrence: crashAt ?? Number.POSITIVE_INFINITY } as const;
const { deps, feeds } = openMixedIngest({ ...options, log, reach: atMoment(moment, () => say({ crash: true })) });
const { db, pool } = deps;
watchAcknowledged(pool, (transaction) => say({ acknowledged: transaction }));
const tasks = taskList({ ...deps, feeds, release: 'test' });
const worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log }, 4, intervals);
// Like `bin/worker.ts`: without its queue it is of no use, and is started anew.
await worker.ended.finally(() => process.exit(1));
