import {
  CHANNELS_STATUS_PATH,
  type Clock,
  type Collection,
  channels,
  packages,
  startTwin,
  stillClock,
  type Twin,
} from '@almanac/twins';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { AlmanacDatabases } from '../../../src/store/database.ts';
import { openTestDatabases, type TestDatabase } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';

/** The collection's two upstreams as twins, and a store to read them into. */
export interface CollectionStore extends AsyncDisposable {
  readonly clock: Clock;
  readonly databases: AlmanacDatabases;
  readonly twins: { readonly channels: Twin; readonly packages: Twin };
  run(source: 'channels' | 'packages', options?: CollectionRun): Promise<RunOutcome>;
}

export interface CollectionRun {
  readonly acceptRemovals?: boolean;
  readonly channels?: readonly string[];
}

/** An hour and a half after the last of the daily moves. */
export const COLLECTION_START = '2026-09-15T08:30:00Z';
export const READ_CHANNELS = ['nixos-unstable', 'nixos-26.05', 'nixos-25.11'];

export async function openCollectionStore(database: TestDatabase, collection?: Collection): Promise<CollectionStore> {
  const clock = stillClock(COLLECTION_START);
  const twins = {
    channels: await startTwin(channels({ statuses: { 'nixos-unstable-small': 'frozen' } }), { clock }),
    packages: await startTwin(packages(collection), { clock }),
  };
  const databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  const allow = [twins.channels.url, twins.packages.url];
  const http = openHttpClient({
    allow,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 2_000,
    tries: 1,
    sleep: async () => {},
  });
  const now = () => new Date(clock.now());

  async function run(source: 'channels' | 'packages', options: CollectionRun = {}): Promise<RunOutcome> {
    const { acceptRemovals = false, channels: named = READ_CHANNELS } = options;
    const { url } = twins[source];
    const address = { url, releasesUrl: url, channels: named };
    const feed = openFeeds({ channels: { ...address, statusUrl: url + CHANNELS_STATUS_PATH }, packages: address }).get(
      source,
    );
    if (feed === undefined) throw new Error(`${source} is not enabled`);
    clock.advance(1);
    const deps = { db: databases.primary, pool: databases.pool, http, now, log: silentLog };
    return runSource(deps, feed, AbortSignal.timeout(600_000), { acceptRemovals });
  }

  return {
    clock,
    databases,
    twins,
    run,
    async [Symbol.asyncDispose]() {
      await Promise.all([http.close(), databases.close()]);
      await Promise.all(Object.values(twins).map((twin) => twin[Symbol.asyncDispose]()));
    },
  };
}
