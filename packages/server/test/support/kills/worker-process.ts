import { openFeeds } from '../../../src/ingest/feeds.ts';
import { taskList } from '../../../src/ingest/tasks.ts';
import { startWorker, type WorkerIntervals } from '../../../src/ingest/worker.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { Channel, Source } from '../../../src/sources/source.ts';
import { openTestDatabases } from '../database.ts';

/** A worker in a process of its own, to be killed: `node worker-process.ts '<WorkerProcess as JSON>'`. */
export interface WorkerProcess {
  readonly databaseUrl: string;
  readonly kevUrl: string;
  readonly intervals: WorkerIntervals;
  /** Says "paused" and waits for its end once so many of the source's items have been dealt with. */
  readonly pauseAfter: number;
}

const { databaseUrl, kevUrl, intervals, pauseAfter } = JSON.parse(process.argv[2] ?? '') as WorkerProcess;
const { primary: db, pool } = openTestDatabases(databaseUrl, {
  role: 'almanac_worker',
  applicationName: 'almanac-test-worker',
});
const silent = () => {};
const log = { info: silent, warn: silent, error: silent };
const http = openHttpClient({ allow: [kevUrl], userAgent: 'Almanac/test' });
const feeds = new Map(
  [...openFeeds({ kev: { url: kevUrl } })].map(([id, feed]) => [id, { ...feed, source: pausing(feed.source) }]),
);
const tasks = taskList({ db, pool, release: 'test', http, feeds, log, now: () => new Date() });
await startWorker({ db, pool, tasks, timetable: [], feeds, log }, 1, intervals);

function pausing<T>(source: Source<T>): Source<T> {
  const { bulk } = source.channels;
  if (bulk === undefined) return source;
  const paused: Channel<T> = {
    async *read(...given) {
      let items = 0;
      for await (const item of bulk.read(...given)) {
        yield item;
        items += 1;
        if (items !== pauseAfter) continue;
        process.stdout.write('paused\n');
        await new Promise(() => {});
      }
    },
  };
  return { ...source, channels: { bulk: paused } };
}
