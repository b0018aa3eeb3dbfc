import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cveServices, repology, runningClock, smallWorld, startTwin, type Twin } from '@almanac/twins';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { openPace } from '../../src/ingest/upstream-pace.ts';
import { startWorker } from '../../src/ingest/worker.ts';
import { openDatabases } from '../../src/platform/db.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import type { Database } from '../../src/store/database.ts';
import { grantedKey } from './access.ts';
import { createTestDatabase } from './database.ts';
import { fillGiant } from './giant-package.ts';
import { GIANT } from './hostile/index.ts';
import { madeUpId } from './hostile/live-fetches.ts';
import type { HostileProcess, HostileTally } from './hostile-process.ts';
import { byId, osvSays, wasRead } from './package-world.ts';
import { projectionStore } from './projection-store.ts';
import { silentLog } from './worker-kill.ts';

/** What one kind of request of an ordinary client came to. */
export interface Asked {
  /** Milliseconds of those that were answered with 200, sorted. */
  readonly answered: readonly number[];
  /** All others, by status; 0: no answer. */
  readonly refused: Readonly<Record<number, number>>;
}

export interface HostileFigures {
  readonly alone: Asked;
  readonly cached: Asked;
  readonly cold: Asked;
  readonly keyed: Asked;
  /** Milliseconds, of the event loop of the api process. */
  readonly longestStall: number;
  readonly mostRssMb: number;
  /** Milliseconds from the end of the attacks until an id that was never asked for was looked up live. */
  readonly liveAgainAfter: number;
  readonly hostile: HostileTally;
}

const ADDRESSES = Array.from({ length: 8 }, (_, i) => `198.51.100.${i + 1}`);
const ORDINARY = '203.0.113.7';
const GIANT_ENTRIES = 14_000;
const LIVE_WITHIN_MS = 60_000;

/** Eight hostile addresses without keys for a while, beside an ordinary client without a key and one with one. */
export async function tellHostileStory({
  aloneMs,
  hostileMs,
}: {
  aloneMs: number;
  hostileMs: number;
}): Promise<HostileFigures> {
  await using world = await openWorld();
  await using api = await startApiBin(world.databaseUrl);
  const ordinary = clientOf(api.url, { 'x-forwarded-for': ORDINARY });
  const holder = clientOf(api.url, { 'x-forwarded-for': ORDINARY, authorization: `Bearer ${world.key}` });
  for (const path of CACHED) await ordinary(path);

  const alone = await askFor(aloneMs, CACHED_EVERY_MS, (i) => ordinary(CACHED[i % CACHED.length] ?? ''));
  const watch = watchProcess(api.metricsUrl);
  const hostile = await startHostile({ url: api.url, addresses: ADDRESSES });
  const [cached, cold, keyed] = await Promise.all([
    askFor(hostileMs, CACHED_EVERY_MS, (i) => ordinary(CACHED[i % CACHED.length] ?? '')),
    askFor(hostileMs, COLD_EVERY_MS, (i) => ordinary(`/api/v1/vulns/left?version=1.0.${i}`)),
    askFor(hostileMs, KEYED_EVERY_MS, (i) => holder(`/api/v1/vulns/left?version=2.0.${i}`)),
  ]);
  const tally = await hostile.end();
  const liveAgainAfter = await untilLive(ordinary);
  const { longestStall, mostRssMb } = await watch.end();
  return { alone, cached, cold, keyed, longestStall, mostRssMb, liveAgainAfter, hostile: tally };
}

/** Of classes with budgets of their own, within each: 100, 50 and 50 a minute. */
const CACHED = ['/', '/api/v1/version', '/', '/api/v1/issues'];
const CACHED_EVERY_MS = 300;
/** 24 a minute, of the 30 without a key, and 150 of 300 with one. */
const COLD_EVERY_MS = 2_500;
const KEYED_EVERY_MS = 400;

export function percentileOf({ answered }: Asked, share: number): number {
  return answered[Math.min(answered.length - 1, Math.floor(answered.length * share))] ?? Number.NaN;
}

/** The share of requests that was answered. */
export function answeredShare({ answered, refused }: Asked): number {
  const others = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return answered.length / (answered.length + others);
}

export function described(figures: HostileFigures): string {
  const line = (name: string, asked: Asked) =>
    `${name}: ${(100 * answeredShare(asked)).toFixed(2)} % of ${asked.answered.length + sumOf(asked.refused)} answered, ` +
    `p50 ${percentileOf(asked, 0.5).toFixed(1)} ms, p99 ${percentileOf(asked, 0.99).toFixed(1)} ms; others ${JSON.stringify(asked.refused)}`;
  return [
    line('cached, alone', figures.alone),
    line('cached, under attack', figures.cached),
    line('cold, without a key', figures.cold),
    line('cold, with a key', figures.keyed),
    `longest stall ${figures.longestStall.toFixed(0)} ms, most memory ${figures.mostRssMb.toFixed(0)} MB`,
    `live fetching after ${(figures.liveAgainAfter / 1_000).toFixed(1)} s`,
    `attackers were answered ${JSON.stringify(figures.hostile)}`,
  ].join('\n');
}

function sumOf(counts: Readonly<Record<number, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type Client = (path: string) => Promise<number>;

function clientOf(url: string, headers: Readonly<Record<string, string>>): Client {
  return async (path) => {
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    return response.status;
  };
}

/** One request after the other at a steady pace, however long each takes. */
async function askFor(milliseconds: number, everyMs: number, ask: (i: number) => Promise<number>): Promise<Asked> {
  const answered: number[] = [];
  const refused: Record<number, number> = {};
  const under: Promise<void>[] = [];
  const count = Math.max(1, Math.floor(milliseconds / everyMs));
  for (let i = 0; i < count; i += 1) {
    under.push(one(i));
    await sleep(everyMs);
  }
  await Promise.all(under);
  return { answered: answered.toSorted((a, b) => a - b), refused };

  async function one(i: number): Promise<void> {
    const began = performance.now();
    const status = await ask(i).catch(() => 0);
    if (status === 200) answered.push(performance.now() - began);
    else refused[status] = (refused[status] ?? 0) + 1;
  }
}

/** 404 is what an upstream has said of an id that it does not know. */
async function untilLive(ask: Client): Promise<number> {
  const began = performance.now();
  for (;;) {
    const waited = performance.now() - began;
    if (waited > LIVE_WITHIN_MS) return Number.POSITIVE_INFINITY;
    if ((await ask(`/api/v1/cve/${madeUpId()}`).catch(() => 0)) === 404) return performance.now() - began;
    await sleep(2_500);
  }
}

async function startHostile(given: HostileProcess): Promise<{ end(): Promise<HostileTally> }> {
  const child = fork(fileURLToPath(new URL('hostile-process.ts', import.meta.url)), [JSON.stringify(given)], {
    execArgv: ['--conditions=@almanac/source', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'spawn');
  return {
    async end() {
      const told = once(child, 'message');
      child.send('tell');
      const [tally] = (await told) as [HostileTally];
      await killed(child);
      return tally;
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** With what it has started itself; by force where that takes too long. */
async function stopped(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}

/** The api as a deployment starts it. */
async function startApiBin(databaseUrl: string) {
  const child = spawn(
    process.execPath,
    ['--conditions=@almanac/source', fileURLToPath(new URL('../../src/bin/api.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        BASE_URL: '', // the test runner has one of its own
        REDIS_URL: 'redis://127.0.0.1:1',
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'fatal',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"listening"')) continue;
    const { listening, metrics } = JSON.parse(line) as { listening: string; metrics: string };
    return { url: listening, metricsUrl: metrics, [Symbol.asyncDispose]: () => stopped(child) };
  }
  throw new Error('the api did not start');
}

/** Looks at the metrics of a process every second; the largest delay is that since the look before. */
function watchProcess(url: string) {
  const stop = new AbortController();
  let [longestStall, mostRssMb] = [0, 0];
  const looking = (async () => {
    while (!stop.signal.aborted) {
      const text = await fetch(url).then(
        (response) => response.text(),
        () => '',
      );
      longestStall = Math.max(longestStall, 1_000 * valueOf(text, 'nodejs_eventloop_lag_max_seconds'));
      mostRssMb = Math.max(mostRssMb, valueOf(text, 'process_resident_memory_bytes') / (1 << 20));
      await sleep(1_000, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    async end() {
      stop.abort();
      await looking;
      return { longestStall, mostRssMb };
    },
  };
}

function valueOf(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

/** A store with a giant and an ordinary package, and a worker that fetches from twins. */
async function openWorld() {
  const database = await createTestDatabase();
  const options = { primaryUrl: database.url, applicationName: 'almanac-test', max: 16, onError: () => {} };
  const databases = openDatabases<Database>({ ...options, role: 'almanac_worker' });
  const { primary: db, pool } = databases;
  await fillGiant(db, GIANT, GIANT_ENTRIES);
  const left = osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }]);
  await projectionStore(db).put('osv', byId(left), new Date('2026-11-01T00:00:00.000Z'));
  await wasRead(db, 'osv');
  const { key } = await grantedKey(db);
  const clock = runningClock();
  const twins: Twin[] = [
    await startTwin(cveServices(smallWorld), { clock }),
    await startTwin(repology(smallWorld, { budget: 1_000 }), { clock }),
  ];
  const [services, aggregator] = twins.map(({ url }) => url);
  const feeds = openFeeds({
    cve_services: { url: `${services}/api/` },
    repology: { url: aggregator ?? '', contact: 'https://almanac.example' },
  });
  const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams);
  const http = openHttpClient({ allow: upstreams, pace: openPace({ db }, upstreams), userAgent: 'Almanac/test' });
  const tasks = taskList({ db, pool, http, feeds, log: silentLog, now: () => new Date() });
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
