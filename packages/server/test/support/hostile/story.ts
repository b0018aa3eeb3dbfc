import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startWatchedApi, type Watched } from '../processes/watched-api.ts';
import { openSender } from './attack.ts';
import { madeUpId } from './live-fetches.ts';
import { type Elsewhere, ON_THIS_MACHINE } from './network.ts';
import type { Asked, OrdinaryClients, Slow } from './ordinary-process.ts';
import type { HostileProcess, HostileTally } from './process.ts';
import { openHostileWorld } from './world.ts';

export interface HostileFigures extends Watched {
  readonly alone: Asked;
  readonly cached: Asked;
  readonly cold: Asked;
  readonly keyed: Asked;
  /** Milliseconds from the end of the attacks until an id that was never asked for was looked up live. */
  readonly liveAgainAfter: number;
  readonly hostile: HostileTally;
  /** When the attacks began, in milliseconds since 1970. */
  readonly beganAt: number;
}

const ORDINARY = '127.0.7.1';
const LIVE_WITHIN_MS = 60_000;

/** Of classes with budgets of their own, within each: 100, 50 and 50 a minute. */
const CACHED = { paths: ['/', '/api/v1/version', '/', '/api/v1/issues'], everyMs: 300 };
/** 24 a minute, of the 30 without a key, and 150 of 300 with one. */
const COLD = { paths: ['/api/v1/vulns/left?version=1.0.#'], everyMs: 2_500 };
const KEYED = { paths: ['/api/v1/vulns/left?version=2.0.#'], everyMs: 400 };
/** So that code is compiled, and connections are open, when figures are taken. */
const WARMING = { paths: ['/api/v1/vulns/left?version=3.0.#'], everyMs: 50 };

/** Eight hostile addresses without keys for a while, beside an ordinary client without a key and one with one. */
export async function tellHostileStory({
  aloneMs,
  hostileMs,
  attackers = ON_THIS_MACHINE,
}: {
  aloneMs: number;
  hostileMs: number;
  attackers?: Elsewhere;
}): Promise<HostileFigures> {
  await using world = await openHostileWorld();
  await using api = await startWatchedApi(world.databaseUrl, {
    REDIS_URL: 'redis://127.0.0.1:1',
    LOG_LEVEL: 'fatal',
    HOST: '0.0.0.0',
  });
  const ask = (milliseconds: number, clients: OrdinaryClients['clients']) =>
    asOrdinary({ url: api.url, address: ORDINARY, milliseconds, clients });
  await ask(3_000, { cached: CACHED, keyed: { ...WARMING, key: world.key } });

  const { alone } = await ask(aloneMs, { alone: CACHED });
  const watch = await api.watch();
  const hostile = await startHostile(api.url, attackers);
  const beganAt = Date.now();
  const asked = await ask(hostileMs, { cached: CACHED, cold: COLD, keyed: { ...KEYED, key: world.key } });
  const tally = await hostile.end();
  const liveAgainAfter = await untilLive(api.url);
  const { cached, cold, keyed } = asked;
  if (alone === undefined || cached === undefined || cold === undefined || keyed === undefined)
    throw new Error('a client told nothing');
  return { alone, cached, cold, keyed, ...(await watch.end()), liveAgainAfter, hostile: tally, beganAt };
}

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
  const slow = (name: string, { slowest }: Asked) => {
    const each = slowest.map(
      (one) =>
        `${one.path} ${one.status} in ${one.milliseconds} ms after ${((one.sentAt - figures.beganAt) / 1_000).toFixed(1)} s, ${whySlow(one, figures)}`,
    );
    return `slowest ${name}:\n  ${each.join('\n  ')}`;
  };
  const stall = ({ milliseconds, computed }: HostileFigures['longestStall']) =>
    `${milliseconds.toFixed(0)} ms, ${computed.toFixed(0)} ms of computing in it`;
  return [
    line('cached, alone', figures.alone),
    line('cached, under attack', figures.cached),
    line('cold, without a key', figures.cold),
    line('cold, with a key', figures.keyed),
    slow('cached', figures.cached),
    slow('cold', figures.cold),
    `longest stall ${stall(figures.longestStall)}; busiest ${stall(figures.busiestStall)}`,
    `stalls above 30 ms: ${figures.stalls.length}, ${figures.stalls.filter(({ computed }) => computed > 30).length} of them with as much computing`,
    `most memory ${figures.mostRssMb.toFixed(0)} MB`,
    `live fetching after ${(figures.liveAgainAfter / 1_000).toFixed(1)} s`,
    `attackers were answered ${JSON.stringify(figures.hostile)}`,
    `load of the machine ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  ].join('\n');
}

/** What the event loop did while a request was under way. */
function whySlow({ sentAt, milliseconds }: Slow, { stalls }: HostileFigures): string {
  const beside = stalls.filter(
    (stall) => stall.endedAt >= sentAt && stall.endedAt - stall.milliseconds <= sentAt + milliseconds,
  );
  const total = (of: 'milliseconds' | 'computed') => beside.reduce((sum, stall) => sum + stall[of], 0).toFixed(0);
  return beside.length === 0
    ? 'no stall: it waited for the database, the thread or its place'
    : `stalls of ${total('milliseconds')} ms, ${total('computed')} ms of them computing`;
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** 404 is what an upstream has said of an id that it does not know. */
async function untilLive(url: string): Promise<number> {
  await using sender = openSender({ address: ORDINARY, signalOf: () => AbortSignal.timeout(30_000) });
  const began = performance.now();
  for (;;) {
    const waited = performance.now() - began;
    if (waited > LIVE_WITHIN_MS) return Number.POSITIVE_INFINITY;
    const status = await sender.send(`${url}/api/v1/cve/${madeUpId()}`).catch(() => 0);
    if (status === 404) return performance.now() - began;
    await sleep(2_500);
  }
}

async function asOrdinary(given: OrdinaryClients): Promise<Readonly<Record<string, Asked>>> {
  const [asked] = (await once(forked('ordinary-process.ts', given), 'message')) as [Record<string, Asked>];
  return asked;
}

async function startHostile(
  url: string,
  { addresses, host, command }: Elsewhere,
): Promise<{ end(): Promise<HostileTally> }> {
  const there = `http://${host}:${new URL(url).port}`;
  const child = forked('process.ts', { url: there, addresses } satisfies HostileProcess, command);
  // On a busy machine the process takes longer to start than the attacks last.
  await once(child, 'message');
  return {
    async end() {
      const told = once(child, 'message');
      child.send('tell');
      const [tally] = (await told) as [HostileTally];
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      return tally;
    },
  };
}

function forked(file: string, given: object, command: readonly string[] = []) {
  const [execPath, ...before] = [...command, process.execPath];
  return fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(given)], {
    execPath,
    execArgv: [...before, '--conditions=@almanac/source', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
