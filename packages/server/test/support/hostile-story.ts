import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startApiBin, watchProcess } from './api-bin.ts';
import { madeUpId } from './hostile/live-fetches.ts';
import type { HostileProcess, HostileTally } from './hostile-process.ts';
import { openHostileWorld } from './hostile-world.ts';

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
const LIVE_WITHIN_MS = 60_000;

/** Eight hostile addresses without keys for a while, beside an ordinary client without a key and one with one. */
export async function tellHostileStory({
  aloneMs,
  hostileMs,
}: {
  aloneMs: number;
  hostileMs: number;
}): Promise<HostileFigures> {
  await using world = await openHostileWorld();
  await using api = await startApiBin(world.databaseUrl, { LOG_LEVEL: 'fatal', REDIS_URL: 'redis://127.0.0.1:1' });
  const ordinary = clientOf(api.url, { 'x-forwarded-for': ORDINARY });
  const holder = clientOf(api.url, { 'x-forwarded-for': ORDINARY, authorization: `Bearer ${world.key}` });
  for (const path of CACHED) await ordinary(path);

  const alone = await askFor(aloneMs, CACHED_EVERY_MS, (i) => ordinary(CACHED[i % CACHED.length] ?? ''));
  const watch = await watchProcess(api);
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
