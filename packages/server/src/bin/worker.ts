import closeWithGrace from 'close-with-grace';
import { openFeeds } from '../ingest/feeds.ts';
import { taskList } from '../ingest/tasks.ts';
import { timetable } from '../ingest/timetable.ts';
import { startWorker } from '../ingest/worker.ts';
import { openDatabases } from '../platform/db.ts';
import { openHttpClient } from '../platform/http-client.ts';
import { openLogger } from '../platform/logger.ts';
import { KEV_MIRROR_URL, KEV_URL } from '../sources/kev/info.ts';
import type { Database } from '../store/database.ts';
import { thisBuild } from './build.ts';
import { readEnvironment } from './environment.ts';

const environment = readEnvironment(process.env);
const { version } = thisBuild(environment.COMMIT);
const log = openLogger(environment.LOG_LEVEL, 'worker');

const databases = openDatabases<Database>({
  primaryUrl: environment.DATABASE_URL,
  role: 'almanac_worker',
  applicationName: 'almanac-worker',
  // Each job may hold a lock's connection beside the one it works with; the queue listens and polls on others.
  max: 2 * environment.WORKER_CONCURRENCY + 4,
  onError: (error) => log.warn({ err: error }, 'database connection lost'),
});
// The mirror stands in for the original only: whoever reads from another place has told us where.
const kev = { url: environment.KEV_URL, mirrorUrl: environment.KEV_URL === KEV_URL ? KEV_MIRROR_URL : undefined };
const http = openHttpClient({
  allow: [kev.url, kev.mirrorUrl].filter((url) => url !== undefined),
  userAgent: `Almanac/${version} (vulnerability information service)`,
});
const feeds = openFeeds({ kev });
const { primary: db, pool } = databases;
const tasks = taskList({ db, pool, http, feeds, log, now: () => new Date() });

const worker = await startWorker({ db, pool, tasks, timetable, feeds, log }, environment.WORKER_CONCURRENCY);
log.info({ sources: [...feeds.keys()], concurrency: environment.WORKER_CONCURRENCY }, 'worker started');

let stopping = false;
closeWithGrace({ delay: 30_000 }, async ({ err, signal }) => {
  if (err) log.error({ err }, 'worker failed');
  log.info({ signal }, 'worker stopping');
  stopping = true;
  await worker.stop();
  await Promise.all([databases.close(), http.close()]);
});

// Without its queue a worker is of no use: whoever started it will start it again.
worker.ended
  .catch((error: unknown) => log.error({ err: error }, 'job queue ended'))
  .finally(() => {
    if (!stopping) process.exit(1);
  });
