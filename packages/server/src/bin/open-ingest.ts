import { type Feeds, openFeeds } from '../ingest/feeds.ts';
import { openPace } from '../ingest/upstream-pace.ts';
import { openDatabases } from '../platform/db.ts';
import { openHttpClient } from '../platform/http-client.ts';
import type { OnHeaders } from '../platform/http-client-request.ts';
import type { Logger } from '../platform/logger.ts';
import type { AlmanacDatabases, Database } from '../store/database.ts';
import { thisBuild } from './build.ts';
import { chosenAddresses, type Environment, formatUserAgent, proxyOf } from './environment.ts';

export interface IngestOptions {
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Each run may hold a lock's connection beside the one it works with. */
  readonly connections: number;
  readonly log: Logger;
  readonly onHeaders?: OnHeaders;
}

/** What a process needs that reads upstreams. Nothing is connected yet. */
export function openIngest(environment: Environment, options: IngestOptions) {
  const databases = openWorkerDatabases(environment, options);
  const { primary: db, pool } = databases;
  const feeds: Feeds = openFeeds(chosenAddresses(environment), {
    canaries: environment.CANARIES,
    // Of a selection, one source has much that another one lacks.
    comparesSources: environment.DATA_NOTICE === undefined,
  });
  const sources = [...feeds.values()].map(({ source }) => source);
  const upstreams = sources.flatMap((source) => source.upstreams);
  const scheduled = sources.filter(({ channels }) => Object.keys(channels).length > 0);
  const { version } = thisBuild(environment.COMMIT);
  const http = openHttpClient({
    allow: upstreams,
    pace: openPace(
      { db },
      upstreams,
      scheduled.flatMap((source) => source.upstreams),
    ),
    proxy: proxyOf(environment),
    userAgent: formatUserAgent(version, environment),
    onHeaders: options.onHeaders,
  });
  return {
    databases,
    db,
    pool,
    feeds,
    http,
    close: async () => void (await Promise.all([databases.close(), http.close()])),
  };
}

/** The same for what works on the store alone. */
export function openWorkerDatabases(
  environment: Environment,
  { applicationName, connections, log }: IngestOptions,
): AlmanacDatabases {
  return openDatabases<Database>({
    primaryUrl: environment.DATABASE_URL,
    role: 'almanac_worker',
    applicationName,
    max: connections,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
}
