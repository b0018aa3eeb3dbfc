import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { HttpSettings } from '../../../src/http/settings.ts';

export interface ApiProcessOptions {
  readonly redisUrl: string | null;
  readonly databaseUrl?: string;
  /** Where its clock stands; without it, the time of day. */
  readonly now?: number;
  readonly settings?: Partial<HttpSettings>;
  /** How long `/slow` takes. */
  readonly slowMs?: number;
  readonly graceMs?: number;
  /** Silent without it; nobody reads what is logged, but writing it costs what it costs. */
  readonly logLevel?: string;
}

export type ToApi = { readonly now: number };
export type FromApi =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'redis'; readonly available: boolean }
  | { readonly kind: 'clock' }
  /** A request for `/slow` is under way. */
  | { readonly kind: 'slow' };

/** A whole api process, as in production one of several. */
export interface ApiProcess extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  setClock(now: number): Promise<void>;
  /** Resolves when its breaker is open (false) or closed (true). */
  redis(available: boolean): Promise<void>;
  /** Resolves when so many requests for `/slow` have reached their handler. */
  slow(count: number): Promise<void>;
  /** Its exit code. */
  readonly exited: Promise<number | null>;
  close(): Promise<void>;
}

export async function startApiProcess(options: ApiProcessOptions): Promise<ApiProcess> {
  const child = fork(new URL('api-process.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--conditions=@almanac/source', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let redisAvailable = options.redisUrl !== null;
  let slowOnes = 0;
  child.on('message', (message: FromApi) => {
    if (message.kind === 'redis') redisAvailable = message.available;
    if (message.kind === 'slow') slowOnes += 1;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const { url } = await heard(child, 'listening');

  async function close(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  }
  return {
    url,
    process: child,
    async setClock(now) {
      const set = heard(child, 'clock');
      child.send({ now } satisfies ToApi);
      await set;
    },
    async redis(available) {
      while (redisAvailable !== available) await heard(child, 'redis');
    },
    async slow(count) {
      while (slowOnes < count) await heard(child, 'slow');
    },
    exited,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function heard<K extends FromApi['kind']>(child: ChildProcess, kind: K): Promise<Extract<FromApi, { kind: K }>> {
  return new Promise((resolve, reject) => {
    function onMessage(message: FromApi): void {
      if (message.kind !== kind) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(message as Extract<FromApi, { kind: K }>);
    }
    function onExit(code: number | null): void {
      reject(new Error(`the api process ended with ${code}`));
    }
    child.on('message', onMessage).once('exit', onExit);
  });
}
