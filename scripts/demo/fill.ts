import type { Clock } from '@almanac/twins';
import { readEnvironment, sourceAddresses } from '../../packages/server/src/bin/environment.ts';
import { computeAggregates } from '../../packages/server/src/ingest/compute-aggregates.ts';
import { getFeed, listUpstreams, openFeeds } from '../../packages/server/src/ingest/feeds.ts';
import { runSource } from '../../packages/server/src/ingest/run-source.ts';
import { openDatabases } from '../../packages/server/src/platform/db.ts';
import { openHttpClient } from '../../packages/server/src/platform/http-client.ts';
import type { Database } from '../../packages/server/src/store/database.ts';
import { keepUpstreams } from '../../packages/server/src/store/source-upstreams.ts';
import { FIRST_SCORES, momentsOf, type Reading } from './moments.ts';

interface Filling {
  /** The variables that a worker would read. */
  readonly environment: NodeJS.ProcessEnv;
  /** Of the look-alikes: it is turned back, and comes forward to the present. */
  readonly clock: Clock;
}

/**
 * Fills an empty store as a worker would have, had it run for years: the look-alikes are read at moments of the past, in their order, so
 * that history, scores over time and questions about a past day have something to show. Nothing waits for the pace of an upstream.
 */
export async function fillStore({ environment, clock }: Filling): Promise<void> {
  const settings = readEnvironment(environment);
  const addresses = sourceAddresses(settings);
  const feeds = openFeeds(addresses, { canaries: settings.CANARIES });
  const firstDays = Math.ceil((Date.now() - Date.parse(FIRST_SCORES)) / 86_400_000);
  const allScores = openFeeds({ epss: { ...addresses.epss, firstDays } });
  const databases = openDatabases<Database>({
    primaryUrl: settings.DATABASE_URL,
    role: 'almanac_worker',
    applicationName: 'almanac-demo',
    // Each source that is read at once holds a lock's connection beside the one it works with.
    max: 2 * feeds.size,
    onError: () => {},
  });
  const http = openHttpClient({
    allow: [...feeds.values()].flatMap(({ source }) => source.upstreams),
    userAgent: 'Almanac/demo',
    pace: unhurried(clock, new URL(settings.NVD_URL).origin),
  });
  const now = () => new Date(clock.now());
  const deps = { db: databases.primary, pool: databases.pool, http, log: SILENT, now };
  try {
    await keepUpstreams(deps.db, listUpstreams(feeds));
    for (const { at, readings } of momentsOf(Date.now())) {
      clock.advance(at - clock.now());
      await Promise.all(readings.map((reading) => read(reading)));
    }
    await read({ source: 'epss', channel: 'bulk' }, allScores);
    clock.advance(Date.now() - clock.now());
    await computeAggregates(deps, NEVER);
  } finally {
    await Promise.all([databases.close(), http.close()]);
  }

  async function read({ source, channel }: Reading, from = feeds): Promise<void> {
    const { state } = await runSource(deps, getFeed(from, source), NEVER, { channel });
    if (state !== 'ok') throw new Error(`${source} could not be read at ${now().toISOString()}: ${state}`);
  }
}

/** The look-alike of NVD counts requests by its own clock: it goes on a little, and the next ones are allowed. */
function unhurried(clock: Clock, nvd: string) {
  let asked = 0;
  return {
    async before(origin: string) {
      if (origin !== nvd) return;
      asked += 1;
      if (asked % 40 === 0) clock.advance(30_000);
    },
    after: async () => {},
  };
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const NEVER = new AbortController().signal;
