import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Stall } from './stall-watch.ts';

/** What was seen of a process. */
export interface Watched {
  /** The longest time in which its event loop answered nobody. */
  readonly longestStall: Stall;
  /** The one in which it computed longest: others on the machine play no part in it. */
  readonly busiestStall: Stall;
  /** All that it told of, with the moment at which each ended. */
  readonly stalls: readonly (Stall & { readonly endedAt: number })[];
  readonly mostRssMb: number;
  /** The least heap that was in use in each tenth of the time: what its collector leaves. */
  readonly leastHeapMb: readonly number[];
  /** Processor time of the whole process meanwhile, other threads included. */
  readonly cpuSeconds: number;
}

const MOST_LOGGED = 50;
const MOST_STALLS = 10_000;

const API = new URL('../../../src/bin/api.ts', import.meta.url);

/** The api as a deployment starts it, or another program that starts it, with this environment, watched from within. */
export async function startWatchedApi(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  program: URL = API,
) {
  const stallWatch = new URL('stall-watch.ts', import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--conditions=@almanac/source', `--import=${stallWatch}`, fileURLToPath(program)],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        BASE_URL: '', // the test runner has one of its own
        PORT: '0',
        METRICS_PORT: '0',
        ...environment,
      },
    },
  );
  const stalls: Stalls = { hear: () => {} };
  child.on('message', (message: object) => {
    if ('computed' in message) stalls.hear(message as Stall);
  });
  const logged: string[] = [];
  const { listening, metrics } = await new Promise<Listening>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the api did not start')));
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
      if (line.includes('"listening"')) resolve(JSON.parse(line) as Listening);
      else if (logged.length < MOST_LOGGED) logged.push(line);
    });
  });
  return {
    url: listening,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Messages to and from a program that takes some. */
    messages: child,
    /** What it has logged, the first lines only. */
    logged: logged as readonly string[],
    watch: () => watchProcess(stalls, metrics),
    [Symbol.asyncDispose]: () => stopped(child),
  };
}

interface Listening {
  readonly listening: string;
  readonly metrics: string;
}

/** Who is told of stalls: nobody while the process starts. */
interface Stalls {
  hear: (stall: Stall) => void;
}

/** Looks at the memory and the processor time of a process every second, and hears of its stalls. */
async function watchProcess(stalls: Stalls, metricsUrl: string) {
  const look = () =>
    fetch(metricsUrl).then(
      (response) => response.text(),
      () => '',
    );
  // To start takes long, and nobody waits for it.
  const began = cpuSecondsIn(await look());
  let cpuSeconds = began;
  const stop = new AbortController();
  const none: Stall = { milliseconds: 0, computed: 0 };
  let [longestStall, busiestStall, mostRssMb] = [none, none, 0];
  const told: (Stall & { readonly endedAt: number })[] = [];
  const heapMb: number[] = [];
  stalls.hear = (stall) => {
    if (told.length < MOST_STALLS) told.push({ ...stall, endedAt: Date.now() });
    if (stall.milliseconds > longestStall.milliseconds) longestStall = stall;
    if (stall.computed > busiestStall.computed) busiestStall = stall;
  };
  const looking = (async () => {
    while (!stop.signal.aborted) {
      const text = await look();
      cpuSeconds = Math.max(cpuSeconds, cpuSecondsIn(text));
      mostRssMb = Math.max(mostRssMb, valueOf(text, 'process_resident_memory_bytes') / (1 << 20));
      heapMb.push(valueOf(text, 'nodejs_heap_size_used_bytes') / (1 << 20));
      await sleep(1_000, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    async end(): Promise<Watched> {
      stop.abort();
      await looking;
      const leastHeapMb = tenths(heapMb.filter((used) => used > 0)).map((part) => Math.min(...part));
      return { longestStall, busiestStall, stalls: told, mostRssMb, leastHeapMb, cpuSeconds: cpuSeconds - began };
    },
  };
}

function tenths(samples: readonly number[]): readonly (readonly number[])[] {
  const at = (tenth: number) => Math.floor((tenth * samples.length) / 10);
  return Array.from({ length: 10 }, (_, i) => samples.slice(at(i), at(i + 1))).filter((part) => part.length > 0);
}

function cpuSecondsIn(metrics: string): number {
  return valueOf(metrics, 'process_cpu_seconds_total');
}

function valueOf(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
}

/** With what it has started itself; by force where that takes too long. */
async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}
