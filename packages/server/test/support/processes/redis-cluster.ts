import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import type { RedisNode } from '../../../src/platform/redis-connection.ts';
import { endRedis, launchRedis } from './redis-server.ts';

export interface RedisCluster extends AsyncDisposable {
  readonly nodes: readonly ClusterServer[];
}

export interface ClusterServer extends RedisNode {
  /** A client of this node alone; not to be used while it is stopped. */
  readonly client: Redis;
  stop(): Promise<void>;
  /** As the node that it was, without its keys. */
  start(): Promise<void>;
}

const PRIMARIES = 3;
/** Below the ports that the system gives to others; each node has a second one, 10,000 above. */
const PORTS = { first: 21_000, last: 30_999 };
const MAX_TRIES = 200;

/** Three primaries, each with so many replicas, joined by `redis-cli --cluster create`. */
export async function startRedisCluster(replicas: 0 | 1): Promise<RedisCluster> {
  const nodes: StartedServer[] = [];
  for (let i = 0; i < PRIMARIES * (1 + replicas); i += 1) nodes.push(await startNode(await freePorts()));
  const addresses = nodes.map(({ host, port }) => `${host}:${port}`);
  const options = ['--cluster-replicas', String(replicas), '--cluster-yes'];
  await promisify(execFile)('redis-cli', ['--cluster', 'create', ...addresses, ...options], { timeout: 60_000 });
  for (const node of nodes) await following(node);
  return {
    nodes,
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

/** A replica that has never followed its primary cannot replace it. */
async function following({ client }: ClusterServer): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const replication = await client.info('replication');
    if (replication.includes('role:master') || replication.includes('master_link_status:up')) return;
    await sleep(100);
  }
  throw new Error('a replica does not follow its primary');
}

interface StartedServer extends ClusterServer {
  close(): Promise<void>;
}

async function startNode(port: number): Promise<StartedServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-redis-cluster-'));
  const options = ['--port', String(port), '--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  let server: ChildProcess = await launchRedis(folder, options);
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => {});
  return {
    host: '127.0.0.1',
    port,
    client,
    stop: () => endRedis(server),
    async start() {
      server = await launchRedis(folder, options);
    },
    async close() {
      client.disconnect();
      await endRedis(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePorts(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
  throw new Error('no free port was found for a node of a cluster');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
