import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type GuardedRedis, guardedRedis } from '../../../src/platform/redis.ts';
import { freePort } from './free-port.ts';

/** A Redis of the test's own, which it may ill-treat. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** A client for looking and meddling; not to be used while the server is stopped or hung. */
  readonly client: Redis;
  stop(): Promise<void>;
  /** On the same port as before, and empty. */
  start(): Promise<void>;
  /** Keeps its connections and answers nothing, as a machine does that swaps or is cut off. */
  hang(): void;
  wake(): void;
  /** A guarded client of the service's own kind, once it is connected; closed with the server. */
  guarded(): Promise<GuardedRedis>;
  close(): Promise<void>;
}

/** The reason why no server can be started here, or null. */
export const redisUnavailable: string | null =
  spawnSync('redis-server', ['--version']).error === undefined ? null : 'the program redis-server was not found';
if (redisUnavailable !== null) console.log(`Skipping tests with a Redis of their own: ${redisUnavailable}.`);

export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** With `tls` it takes encrypted connections alone, under the name of the certificate. */
export async function startRedis(tls: TlsFiles | null = null): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-redis-'));
  const port = await freePort();
  const url = tls === null ? `redis://127.0.0.1:${port}` : `rediss://localhost:${port}`;
  const listening = tls === null ? ['--port', String(port)] : tlsOptions(port, tls);
  let server = await launchRedis(folder, listening);
  const trusted = tls === null ? {} : { tls: { ca: await readFile(tls.authority) } };
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null, ...trusted });
  client.on('error', () => {});
  const guards: GuardedRedis[] = [];

  async function close(): Promise<void> {
    client.disconnect();
    for (const guard of guards) guard.close();
    await endRedis(server);
    await rm(folder, { recursive: true, force: true });
  }
  return {
    url,
    client,
    stop: () => endRedis(server),
    async start() {
      server = await launchRedis(folder, listening);
    },
    hang: () => void server.kill('SIGSTOP'),
    wake: () => void server.kill('SIGCONT'),
    async guarded() {
      const guard = guardedRedis({ url });
      guards.push(guard);
      while (!guard.available) await sleep(5);
      return guard;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The program itself, once it takes connections; it ends with the test at the latest. */
export async function launchRedis(folder: string, listening: readonly string[]): Promise<ChildProcess> {
  const options = [...listening, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill); // also when the test's own clean-up was never reached
  server.once('exit', () => process.off('exit', kill));
  for await (const text of server.stdout) if (String(text).includes('Ready to accept connections')) break;
  server.stdout.resume();
  return server;
}

function tlsOptions(port: number, { certificate, key, authority }: TlsFiles): string[] {
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority];
  return ['--port', '0', '--tls-port', String(port), ...files, '--tls-auth-clients', 'no'];
}

/** SIGKILL, which ends a stopped process too. */
export async function endRedis(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
