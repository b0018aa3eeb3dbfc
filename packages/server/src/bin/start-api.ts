import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { openLargeWork } from '../http/admission/large-work.ts';
import { buildApp } from '../http/app.ts';
import { listenAt } from '../http/listen.ts';
import type { Page } from '../http/page.ts';
import type { Route } from '../http/route.ts';
import { PAGES, ROUTES } from '../http/routes/index.ts';
import { buildMetrics } from '../platform/build-metrics.ts';
import { watchClock } from '../platform/clock-watch.ts';
import { databaseMetrics } from '../platform/database-metrics.ts';
import { openDatabases } from '../platform/db.ts';
import { openLogger } from '../platform/logger.ts';
import { clockMetrics } from '../platform/machine-metrics.ts';
import { guardedRedis } from '../platform/redis.ts';
import { databaseClock } from '../queries/database-clock.ts';
import type { Database } from '../store/database.ts';
import { thisBuild } from './build.ts';
import { type Environment, httpSettings, receiversOf } from './environment.ts';
import type { ThreadData } from './large-thread.ts';
import { openApiDeps } from './open-api-deps.ts';
import { openTracing } from './open-tracing.ts';
import { serveMetrics } from './serve-metrics.ts';

export interface RunningApi {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** Answers a request that comes over no socket. */
  readonly inject: FastifyInstance['inject'];
  /** Takes no new connections, finishes what is under way, then closes the pools. */
  close(): Promise<void>;
}

export interface ApiExtras {
  readonly now?: () => number;
  readonly routes?: readonly Route[];
  readonly pages?: readonly Page[];
}

/** The thread for large answers starts when the process has begun to answer. */
const WARM_UP_MS = 10_000;

/** Wires one api process. Tests start it in the same way, with a clock or routes of their own. */
export async function startApi(environment: Environment, extras: ApiExtras = {}): Promise<RunningApi> {
  const log = openLogger(environment.LOG_LEVEL, 'api');
  const tracing = await openTracing(environment, 'almanac-api', log);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const redis = guardedRedis({
    url: environment.REDIS_URL,
    sentinels: environment.REDIS_SENTINELS,
    clusterNodes: environment.REDIS_CLUSTER_NODES,
    onChange: (available, reason) => log.warn({ available, reason }, 'redis changed'),
  });
  const databases = openDatabases<Database>({
    primaryUrl: environment.DATABASE_URL,
    replicaUrl: environment.DATABASE_REPLICA_URL,
    max: environment.DATABASE_POOL,
    applicationName: 'almanac-api',
    role: 'almanac_api',
    statementTimeoutMs: environment.DEADLINE_MS,
    prepare: environment.DATABASE_PREPARE === 'on',
    pipeline: true,
    onError: (err) => log.warn({ err }, 'database connection lost'),
  });
  const clock = await watchClock({
    now: extras.now ?? Date.now,
    askDatabase: () => databases.readWithFallback(databaseClock),
    onDifference: (of, seconds) => log.warn({ of, seconds }, 'clocks differ'),
  });
  const now = () => clock.now();
  clockMetrics(registry, clock);
  const build = thisBuild(environment.COMMIT);
  buildMetrics(registry, build);
  databaseMetrics(registry, databases);
  const receivers = receiversOf(environment, build.version);
  const large = openLargeWork({
    module: new URL('large-thread.ts', import.meta.url),
    data: { environment, build } satisfies ThreadData,
    onEnd: (err) => log.error({ err }, 'the thread for large answers ended'),
  });
  const app = buildApp({
    deps: openApiDeps(environment, { databases, redis, now, build, receivers }),
    settings: httpSettings(environment),
    routes: extras.routes ?? ROUTES,
    pages: extras.pages ?? PAGES,
    registry,
    log,
    large,
  });
  app.addHook('onClose', async () => {
    await large.close();
    redis.close();
    await clock.stop();
    await receivers.close();
    await databases.close();
  });

  const url = await listenAt(app, { host: environment.HOST, port: environment.PORT });
  setTimeout(() => large.start(), WARM_UP_MS).unref();
  const metrics = environment.METRICS_PORT === undefined ? null : await serveMetrics(registry, environment);
  return {
    url,
    metricsUrl: metrics?.url ?? null,
    inject: app.inject.bind(app),
    async close() {
      await app.close();
      metrics?.server.close();
      await tracing?.close();
    },
  };
}
