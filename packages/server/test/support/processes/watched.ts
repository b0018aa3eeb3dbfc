import type { SourceStatus } from '@almanac/contract';
import { type Clock, startTwin, stillClock, type Twin, type TwinDefinition } from '@almanac/twins';
import { health } from '../../../src/http/routes/meta/health.ts';
import { sources } from '../../../src/http/routes/meta/sources.ts';
import type { IngestDeps } from '../../../src/ingest/deps.ts';
import type { Feed } from '../../../src/ingest/feed.ts';
import { listUpstreams, openFeeds } from '../../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { openPace } from '../../../src/ingest/upstream-pace.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { SourceAddresses } from '../../../src/sources/catalogue.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { AlmanacDatabases, Db } from '../../../src/store/database.ts';
import { keepUpstreams } from '../../../src/store/source-upstreams.ts';
import { type TestApp, testApp } from '../app.ts';
import { openTestDatabases, type TestDatabase } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';

/** One source over its twin, and what `/sources` says of it. */
export interface Watched extends AsyncDisposable {
  readonly twin: Twin;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly db: Db;
  run(channel?: ChannelName, feed?: Feed): Promise<RunOutcome>;
  look(): Promise<SourceStatus>;
  get: TestApp['get'];
}

export interface WatchedOptions {
  readonly onRunEnd?: IngestDeps['onRunEnd'];
}

/** Longer than an answer of `/sources` is kept. */
const LOOK_MS = 61_000;

export async function watch<Id extends keyof SourceAddresses>(
  database: TestDatabase,
  definition: TwinDefinition,
  id: Id,
  addressOf: (twinUrl: string) => SourceAddresses[Id],
  { onRunEnd = () => {} }: WatchedOptions = {},
): Promise<Watched> {
  await using stack = new AsyncDisposableStack();
  const clock = stillClock('2026-09-15T09:30:00Z');
  const now = () => new Date(clock.now());
  const twin = stack.use(await startTwin(definition, { clock }));
  const databases = stack.adopt(openWorker(database), ({ close }) => close());
  const { primary: db, pool } = databases;
  const feeds = openFeeds({ [id]: addressOf(twin.url) });
  const feed = feeds.get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  await keepUpstreams(db, listUpstreams(feeds));
  const http = openHttpClient({
    allow: feed.source.upstreams,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 2_000,
    sleep: async () => {},
    // The twin's limits are of its own clock.
    pace: openPace({ db, sleep: async (ms) => clock.advance(ms) }, feed.source.upstreams),
  });
  stack.defer(() => http.close());
  const app = stack.use(
    await testApp({ databaseUrl: database.url, routes: [sources, health], now: () => clock.now() }),
  );
  const held = stack.move();
  return {
    twin,
    clock,
    feed,
    db,
    get: app.get,
    async run(channel, other = feed) {
      clock.advance(1_000);
      const deps = { db, pool, http, now, log: silentLog, onRunEnd };
      return runSource(deps, other, AbortSignal.timeout(20_000), channel === undefined ? {} : { channel });
    },
    async look() {
      clock.advance(LOOK_MS);
      const { body } = await app.get('/api/v1/sources');
      return (body['data'].sources as SourceStatus[]).find((source) => source.id === id) as SourceStatus;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

function openWorker({ url }: TestDatabase): AlmanacDatabases {
  return openTestDatabases(url, { role: 'almanac_worker', max: 4 });
}
