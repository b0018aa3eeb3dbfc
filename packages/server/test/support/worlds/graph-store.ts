import { dependencies, EVALUATION_PATH, type Evaluation, startTwin, stillClock } from '@almanac/twins';
import { computeAggregates } from '../../../src/ingest/compute-aggregates.ts';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import { openTestDatabases, type TestDatabase } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';

export const GRAPH_START = '2026-09-15T09:30:00Z';

/** The dependencies over their twin, and a store to read them into. */
export async function openGraphStore(database: Pick<TestDatabase, 'url'>, evaluation?: Evaluation) {
  const clock = stillClock(GRAPH_START);
  const twin = await startTwin(dependencies(evaluation), { clock });
  const databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  const http = openHttpClient({
    allow: [twin.url],
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 2_000,
    downloadTimeoutMs: 60_000,
    tries: 1,
    sleep: async () => {},
  });
  const now = () => new Date(clock.now());

  async function run(options: { url?: string; acceptRemovals?: boolean } = {}): Promise<RunOutcome> {
    const { url = twin.url + EVALUATION_PATH, acceptRemovals = false } = options;
    const feed = openFeeds({ dependencies: { url } }).get('dependencies');
    if (feed === undefined) throw new Error('dependencies is not enabled');
    clock.advance(1);
    const deps = { db: databases.primary, pool: databases.pool, http, now, log: silentLog };
    return runSource(deps, feed, AbortSignal.timeout(600_000), { acceptRemovals });
  }

  return {
    clock,
    databases,
    twin,
    run,
    compute: () => computeAggregates({ db: databases.primary, now }, AbortSignal.timeout(600_000)),
    async [Symbol.asyncDispose]() {
      await Promise.all([http.close(), databases.close()]);
      await twin[Symbol.asyncDispose]();
    },
  };
}
