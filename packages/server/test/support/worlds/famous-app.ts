import type { SourceId } from '@almanac/contract';
import { openSelection } from '@almanac/core/matching';
import { famousSelection, startFamousTwins, stillClock } from '@almanac/twins';
import { addressAt } from '../../../../../scripts/demo/twin-addresses.ts';
import { computeAggregates } from '../../../src/ingest/compute-aggregates.ts';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { runSource } from '../../../src/ingest/run-source.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import { type TestApp, type TestAppOptions, testApp } from '../app.ts';
import { createTestDatabase, openTestDatabases } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';
import { NOW } from './package-world.ts';

/** An app over the well-known vulnerabilities of the demo, read from the same twins. */
export async function openFamousApp(
  stack: AsyncDisposableStack,
  sources: readonly SourceId[],
  options: TestAppOptions,
): Promise<TestApp> {
  const clock = stillClock(NOW.getTime());
  const now = () => new Date(clock.now());
  const twins = stack.use(await startFamousTwins(clock));
  const database = stack.use(await createTestDatabase());
  const databases = openTestDatabases(database.url, { role: 'almanac_worker' });
  stack.defer(() => databases.close());
  const feeds = openFeeds(Object.fromEntries(sources.map((id) => [id, addressAt(id, twins[id].url)])));
  let asked = 0;
  const http = openHttpClient({
    allow: [...feeds.values()].flatMap(({ source }) => source.upstreams),
    userAgent: 'Almanac/test',
    pace: {
      // NVD allows fifty requests in half a minute of the twins' clock, which does not move otherwise.
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
  await computeAggregates({ db, now }, AbortSignal.timeout(120_000));
  const { notice, wholePackages } = famousSelection();
  const selection = openSelection(notice, wholePackages);
  return stack.use(await testApp({ databaseUrl: database.url, now: () => clock.now(), selection, ...options }));
}
