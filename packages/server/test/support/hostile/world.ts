import { cveServices, repology, runningClock, smallWorld, startTwin, type Twin } from '@almanac/twins';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { fillPacks } from '../../../src/ingest/fill-packs.ts';
import { taskList } from '../../../src/ingest/tasks.ts';
import { openPace } from '../../../src/ingest/upstream-pace.ts';
import { startWorker } from '../../../src/ingest/worker.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { Db } from '../../../src/store/database.ts';
import { grantedKey } from '../access.ts';
import { createTestDatabase, openTestDatabases } from '../database.ts';
import { silentLog } from '../kills/worker-kill.ts';
import { fillGiant } from '../worlds/giant-package.ts';
import { byId, osvSays, wasRead } from '../worlds/package-world.ts';
import { projectionStore } from '../worlds/projection-store.ts';
import { GIANT } from './index.ts';

export interface HostileWorld extends AsyncDisposable {
  readonly databaseUrl: string;
  /** An API key that was granted. */
  readonly key: string;
}

const GIANT_ENTRIES = 14_000;
const FILLED_WITHIN_MS = 120_000;
const WITHOUT_LIMIT = { budget: Number.MAX_SAFE_INTEGER };

/** A store with a giant and an ordinary package and whatever else is filled in, and a worker that fetches from twins. */
export async function openHostileWorld(
  fill: (db: Db) => Promise<void> = async () => {},
  { paced = true }: { readonly paced?: boolean } = {},
): Promise<HostileWorld> {
  const database = await createTestDatabase();
  const databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 16 });
  const { primary: db, pool } = databases;
  await fillGiant(db, GIANT, GIANT_ENTRIES);
  const left = osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }]);
  await projectionStore(db).put('osv', byId(left), new Date('2026-11-01T00:00:00.000Z'));
  await wasRead(db, 'osv');
  await fill(db);
  await fillPacks(db, AbortSignal.timeout(FILLED_WITHIN_MS));
  const { key } = await grantedKey(db);
  const clock = runningClock();
  const twins: Twin[] = [
    await startTwin(cveServices(smallWorld, paced ? {} : WITHOUT_LIMIT), { clock }),
    await startTwin(repology(smallWorld, paced ? { budget: 1_000 } : WITHOUT_LIMIT), { clock }),
  ];
  const [services, aggregator] = twins.map(({ url }) => url);
  const feeds = openFeeds({
    cve_services: { url: `${services}/api/` },
    repology: { url: aggregator ?? '', contact: 'https://almanac.example' },
  });
  // Without their own limits: at 30 requests a minute a full queue would take minutes to drain, whatever the service does.
  const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams.map(({ url }) => ({ url })));
  const http = openHttpClient({
    allow: upstreams,
    ...(paced ? { pace: openPace({ db }, upstreams) } : {}),
    userAgent: 'Almanac/test',
  });
  // What the worker computes after its start is no part of what callers do.
  const { 'refresh-record': refresh } = taskList({
    db,
    pool,
    release: 'test',
    http,
    feeds,
    log: silentLog,
    now: () => new Date(),
  });
  const tasks = { 'refresh-record': refresh };
  const worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 4);
  return {
    databaseUrl: database.url,
    key,
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await http.close();
      await databases.close();
      await Promise.all(twins.map((twin) => twin[Symbol.asyncDispose]()));
      await database.close();
    },
  };
}
