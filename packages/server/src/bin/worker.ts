import closeWithGrace from 'close-with-grace';
import { openFeeds } from '../ingest/feeds.ts';
import { taskList } from '../ingest/tasks.ts';
import { timetable } from '../ingest/timetable.ts';
import { openPace } from '../ingest/upstream-pace.ts';
import { startWorker } from '../ingest/worker.ts';
import { openDatabases } from '../platform/db.ts';
import { openHttpClient } from '../platform/http-client.ts';
import { openLogger } from '../platform/logger.ts';
import type { Database } from '../store/database.ts';
import { thisBuild } from './build.ts';
import { readEnvironment, sourceAddresses } from './environment.ts';

const REFRESH_CONCURRENCY = 4;

const environment = readEnvironment(process.env);
const { version } = thisBuild(environment.COMMIT);
const log = openLogger(environment.LOG_LEVEL, 'worker');

const databases = openDatabases<Database>({
  primaryUrl: environment.DATABASE_URL,
  role: 'almanac_worker',
  applicationName: 'almanac-worker',
  // Each job may hold a lock's connection beside the one it works with; the queue listens and polls on others.
  max: 2 * environment.WORKER_CONCURRENCY + REFRESH_CONCURRENCY + 8,
  onError: (error) => log.warn({ err: error }, 'database connection lost'),
});
const { primary: db, pool } = databases;
const feeds = openFeeds(sourceAddresses(environment));
const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams);
const http = openHttpClient({
  allow: upstreams,
  pace: openPace({ db }, upstreams),
  userAgent: `Almanac/${version} (vulnerability information service)`,
});
const tasks = taskList({ db, pool, http, feeds, log, now: () => new Date() });

// Two lanes: while every source is being read, someone who waits for one record is still served.
const { 'refresh-record': refreshing, ...reading } = tasks;
const worker = await startWorker(
  { db, pool, tasks: reading, timetable: timetable(feeds), feeds, log },
  environment.WORKER_CONCURRENCY,
);
const refresher = await startWorker(
  { db, pool, tasks: { 'refresh-record': refreshing }, timetable: [], feeds: new Map(), log },
  REFRESH_CONCURRENCY,
);
log.info({ sources: [...feeds.keys()], concurrency: environment.WORKER_CONCURRENCY }, 'worker started');

let stopping = false;
closeWithGrace({ delay: 30_000 }, async ({ err, signal }) => {
  if (err) log.error({ err }, 'worker failed');
  log.info({ signal }, 'worker stopping');
  stopping = true;
  await Promise.all([worker.stop(), refresher.stop()]);
  await Promise.all([databases.close(), http.close()]);
});

// Without its queue a worker is of no use: whoever started it will start it again.
Promise.race([worker.ended, refresher.ended])
  .catch((error: unknown) => log.error({ err: error }, 'job queue ended'))
  .finally(() => {
    if (!stopping) process.exit(1);
  });
