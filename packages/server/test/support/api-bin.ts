import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LongTurn } from './loop-turns.ts';

export interface ApiBin extends AsyncDisposable {
  readonly url: string;
  readonly metricsUrl: string;
  /** Is told from now on for how many milliseconds of processor time the event loop computed without a break, where these are many. */
  onLongTurn(listener: (milliseconds: number) => void): void;
  /** What it has logged, the first lines only. */
  readonly logged: readonly string[];
}

const MOST_LOGGED = 50;

/** The api as a deployment starts it, with what the environment says besides. */
export async function startApiBin(databaseUrl: string, environment: Readonly<Record<string, string>>): Promise<ApiBin> {
  const child = fork(fileURLToPath(new URL('../../src/bin/api.ts', import.meta.url)), {
    execArgv: ['--conditions=@almanac/source', `--import=${new URL('loop-turns.ts', import.meta.url).href}`],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      BASE_URL: '', // the test runner has one of its own
      PORT: '0',
      METRICS_PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
  });
  const logged: string[] = [];
  const { listening, metrics } = await new Promise<Listening>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the api did not start')));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"listening"')) resolve(JSON.parse(line) as Listening);
      else if (logged.length < MOST_LOGGED) logged.push(line);
    });
  });
  return {
    url: listening,
    metricsUrl: metrics,
    onLongTurn: (listener) => void child.on('message', ({ turnMs }: LongTurn) => listener(turnMs)),
    logged,
    [Symbol.asyncDispose]: () => stopped(child),
  };
}

interface Listening {
  readonly listening: string;
  readonly metrics: string;
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

export interface ProcessFigures {
  /** Milliseconds that the event loop was late by; a busy machine counts. */
  readonly longestStall: number;
  /** Milliseconds of processor time that it computed without a break; 0 below 25. */
  readonly longestTurn: number;
  readonly mostRssMb: number;
  /** Processor time of the whole process meanwhile, other threads included. */
  readonly cpuSeconds: number;
}

/** Looks at the metrics of a process every second; the largest delay is that since the look before. */
export async function watchProcess({ metricsUrl, onLongTurn }: ApiBin): Promise<{ end(): Promise<ProcessFigures> }> {
  const look = () =>
    fetch(metricsUrl).then(
      (response) => response.text(),
      () => '',
    );
  // To start takes long, and nobody waits for it.
  const began = cpuSecondsIn(await look());
  const stop = new AbortController();
  let [longestStall, longestTurn, mostRssMb] = [0, 0, 0];
  let cpuSeconds = began;
  onLongTurn((milliseconds) => (longestTurn = Math.max(longestTurn, milliseconds)));
  const looking = (async () => {
    while (!stop.signal.aborted) {
      const text = await look();
      longestStall = Math.max(longestStall, 1_000 * valueOf(text, 'nodejs_eventloop_lag_max_seconds'));
      mostRssMb = Math.max(mostRssMb, valueOf(text, 'process_resident_memory_bytes') / (1 << 20));
      cpuSeconds = Math.max(cpuSeconds, cpuSecondsIn(text));
      await sleep(1_000, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    async end() {
      stop.abort();
      await looking;
      return { longestStall, longestTurn, mostRssMb, cpuSeconds: cpuSeconds - began };
    },
  };
}

function cpuSecondsIn(metrics: string): number {
  return valueOf(metrics, 'process_cpu_seconds_total');
}

function valueOf(metrics: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
}
