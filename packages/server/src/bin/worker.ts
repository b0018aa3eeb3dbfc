import closeWithGrace from 'close-with-grace';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { bodyRelease } from '../app/cve/stored-lookup.ts';
import { openReadiness } from '../app/readiness.ts';
import { upstreamsOf } from '../ingest/feeds.ts';
import { snapshotMetrics } from '../ingest/snapshots/snapshot-metrics.ts';
import { sourceMetrics } from '../ingest/source-metrics.ts';
import { FORGET_DAILY } from '../ingest/tasks/forget-old.ts';
import { GATHER_NIGHTLY } from '../ingest/tasks/gather-words.ts';
import { COLLECTION_HOURLY, publishCollectionTask } from '../ingest/tasks/publish-collection.ts';
import { publishSnapshotTask, snapshotTimetable } from '../ingest/tasks/publish-snapshot.ts';
import { FRESHNESS_HOURLY, stateFreshnessTask } from '../ingest/tasks/state-freshness.ts';
import { taskList } from '../ingest/tasks.ts';
import { timetable } from '../ingest/timetable.ts';
import { startWorker } from '../ingest/worker.ts';
import { buildMetrics } from '../platform/build-metrics.ts';
import { type ClockWatch, watchClock } from '../platform/clock-watch.ts';
import { databaseMetrics } from '../platform/database-metrics.ts';
import { openLogger } from '../platform/logger.ts';
import { clockMetrics, diskMetrics } from '../platform/machine-metrics.ts';
import { databaseClock } from '../queries/database-clock.ts';
import { keepChoice } from '../store/source-choice.ts';
import { keepUpstreams } from '../store/source-upstreams.ts';
import { thisBuild } from './build.ts';
import { collectionPublishing } from './collection-publishing.ts';
import { findLackingSources, readEnvironment, writtenFolders } from './environment.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openIngest } from './open-ingest.ts';
import { openTracing } from './open-tracing.ts';
import { serveMetrics, type WorkerReadiness } from './serve-metrics.ts';
import { signerOf, snapshotSettings } from './snapshot-settings.ts';

const REFRESH_CONCURRENCY = 4;
/** What deliveries ask takes a moment: some connections serve many of them. */
const DELIVERY_CONNECTIONS = 4;

const environment = readEnvironment(process.env);
const log = openLogger(environment.LOG_LEVEL, 'worker');

const tracing = await openTracing(environment, 'almanac-worker', log);
let clock: ClockWatch | null = null;
const { databases, db, pool, feeds, http, close } = openIngest(environment, {
  applicationName: 'almanac-worker',
  // Each job may hold a lock's connection beside the one it works with; the queue listens and polls on others.
  connections: 2 * environment.WORKER_CONCURRENCY + REFRESH_CONCURRENCY + DELIVERY_CONNECTIONS + 8,
  log,
  onHeaders: (origin, headers) => clock?.note(origin, headers),
});
const registry = new Registry();
collectDefaultMetrics({ register: registry });
const build = thisBuild(environment.COMMIT);
buildMetrics(registry, build);
databaseMetrics(registry, databases);
clock = await watchClock({
  now: Date.now,
  askDatabase: () => databaseClock(db),
  onDifference: (of, seconds) => log.warn({ of, seconds }, 'clocks differ'),
});
const watched = clock;
const now = () => new Date(watched.now());
clockMetrics(registry, watched);
const metrics = sourceMetrics(registry, { db, now });
const deps = { db, pool, http, feeds, log, now, release: bodyRelease(build), onRunEnd: metrics.count };
const tasks = taskList(deps);
const snapshots = await snapshotSettings(environment);
const publications = snapshots === null ? null : snapshotMetrics(registry, { ...snapshots, now });
diskMetrics(registry, writtenFolders(environment));

// Neither is worth a worker: without them it is only harder to look at.
let isRunning = false;
let stopping = false;
const readiness = openReadiness({ databases, redis: null });
const served =
  environment.METRICS_PORT === undefined
    ? null
    : await serveMetrics(registry, environment, checkReadiness).catch(notSaid);
await keepUpstreams(db, upstreamsOf(feeds)).catch(notSaid);
const chosen = [...feeds.values()].map(({ source }) => source);
await keepChoice(db, chosen, findLackingSources(environment)).catch(notSaid);

// Two lanes: while every source is being read, someone who waits for one record is still served.
const { 'refresh-record': refreshing, ...reading } = tasks;
const collection = snapshots === null ? null : collectionPublishing(environment, databases, snapshots.target);
const publishing = {
  [FRESHNESS_HOURLY.task]: stateFreshnessTask(deps, signerOf(environment)),
  ...(snapshots === null || publications === null
    ? {}
    : { 'publish-snapshot': publishSnapshotTask(deps, snapshots, publications) }),
  ...(collection === null ? {} : { [COLLECTION_HOURLY.task]: publishCollectionTask(deps, collection) }),
};
const regular = [FORGET_DAILY, GATHER_NIGHTLY, FRESHNESS_HOURLY];
const due = [
  ...timetable(feeds),
  ...regular,
  ...(snapshots === null ? [] : [snapshotTimetable(snapshots)]),
  ...(collection === null ? [] : [COLLECTION_HOURLY]),
];
const worker = await startWorker(
  { db, pool, tasks: { ...reading, ...publishing }, timetable: due, feeds, log },
  environment.WORKER_CONCURRENCY,
);
const refresher = await startWorker(
  { db, pool, tasks: { 'refresh-record': refreshing }, timetable: [], feeds: new Map(), log },
  REFRESH_CONCURRENCY,
);
isRunning = true;
const deliveries = openDeliveries(environment, { databases, log, registry, version: build.version });
log.info(
  { sources: [...feeds.keys()], concurrency: environment.WORKER_CONCURRENCY, metricsUrl: served?.url },
  'worker started',
);

closeWithGrace({ delay: 30_000 }, async ({ err, signal }) => {
  if (err) log.error({ err }, 'worker failed');
  log.info({ signal }, 'worker stopping');
  stopping = true;
  served?.server.close();
  await Promise.all([worker.stop(), refresher.stop(), deliveries.stop()]);
  await watched.stop();
  await close();
  await tracing?.close();
});

// Without its queue a worker is of no use: whoever started it will start it again.
Promise.race([worker.ended, refresher.ended])
  .catch((error: unknown) => log.error({ err: error }, 'job queue ended'))
  .finally(() => {
    if (!stopping) process.exit(1);
  });

/** Ready: it takes jobs, and the database has the schema of this release. */
async function checkReadiness(): Promise<WorkerReadiness> {
  const { database, schema } = await readiness();
  const checks = { database, schema, queue: isRunning && !stopping ? ('ok' as const) : ('not_running' as const) };
  return { isReady: database === 'ok' && schema === 'ok' && checks.queue === 'ok', checks };
}

function notSaid(error: unknown): null {
  log.error({ err: error }, 'metrics or upstreams cannot be shown');
  return null;
}
