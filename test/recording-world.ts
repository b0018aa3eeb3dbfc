import { famousWorld, startTwins, stillClock } from '@almanac/twins';
import { purls } from '../packages/server/src/http/routes/packages/purls.ts';
import { openFeeds } from '../packages/server/src/ingest/feeds.ts';
import { runSource } from '../packages/server/src/ingest/run-source.ts';
import { openDatabases } from '../packages/server/src/platform/db.ts';
import { openHttpClient } from '../packages/server/src/platform/http-client.ts';
import type { Database } from '../packages/server/src/store/database.ts';
import { testApp } from '../packages/server/test/support/app.ts';
import { createTestDatabase } from '../packages/server/test/support/database.ts';
import { silentLog } from '../packages/server/test/support/kills/worker-kill.ts';
import { NOW } from '../packages/server/test/support/worlds/package-world.ts';
import { addressAt } from '../scripts/demo/twin-addresses.ts';

/** Those that have a say in what is scanned. */
const SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'nixpkgs', 'packages'] as const;

/** The API over the world of the demo, read from the same twins; resolves to its address. */
export async function openDemoWorld(stack: AsyncDisposableStack): Promise<string> {
  const clock = stillClock(NOW.getTime());
  const now = () => new Date(clock.now());
  const twins = stack.use(await startTwins(famousWorld, { clock }));
  const database = stack.use(await createTestDatabase());
  const databases = openDatabases<Database>({
    primaryUrl: database.url,
    role: 'almanac_worker',
    applicationName: 'almanac-test',
    onError: () => {},
  });
  stack.defer(() => databases.close());
  const feeds = openFeeds(Object.fromEntries(SOURCES.map((id) => [id, addressAt(id, twins[id].url)])));
  let asked = 0;
  const http = openHttpClient({
    allow: [...feeds.values()].flatMap(({ source }) => source.upstreams),
    userAgent: 'Almanac/test',
    pace: {
      // NVD allows fifty requests in half a minute of the twins' clock, which stands still otherwise.
      before: async () => {
        asked += 1;
        if (asked % 49 === 0) clock.advance(30_000);
      },
      after: async () => {},
    },
  });
  stack.defer(() => http.close());
  const { primary: db, pool } = databases;
  for (const feed of feeds.values()) {
    const { state } = await runSource({ db, pool, http, log: silentLog, now }, feed, AbortSignal.timeout(60_000));
    if (state !== 'ok') throw new Error(`${feed.source.id} could not be read: ${state}`);
  }
  const app = stack.use(await testApp({ routes: [purls], databaseUrl: database.url, now: () => clock.now() }));
  return `${app.url}/api/v1`;
}
