import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GuardedRedis, guardedRedis } from '../../src/platform/redis.ts';
import { testApp } from '../support/app.ts';
import { type RedisServer, redisUnavailable, startRedis } from '../support/processes/redis-server.ts';
import { countingRoute } from '../support/routes.ts';

describe.skipIf(redisUnavailable !== null)('Redis that is', () => {
  let server: RedisServer;
  let line: Line;
  let redis: GuardedRedis;
  let changes: string[];
  beforeEach(async () => {
    server = await startRedis();
    line = await lineTo(server.url);
    changes = [];
    redis = guardedRedis({
      url: line.url,
      reconnectAfter: 600,
      onChange: (available, reason) => changes.push(`${available}: ${reason}`),
    });
    await available(true);
  });
  afterEach(async () => {
    redis.close();
    line.close();
    await server.close();
  });

  it('absent at the start is no obstacle, and is found when it comes', async () => {
    await server.stop();
    const late = guardedRedis({ url: server.url });
    await using app = await testApp({ redis: late, routes: [countingRoute()] });

    const without = await app.get('/api/v1/count');
    await server.start();
    await expect.poll(() => late.available, { timeout: 5_000 }).toBe(true);
    const withIt = await app.get('/api/v1/count?word=a');
    late.close();

    expect([without.status, withIt.status]).toEqual([200, 200]);
  });

  it('cut off without a word is reached again by a new connection', async () => {
    line.mode = 'swallow';
    await expect(redis.run((client) => client.getBuffer('a'))).rejects.toThrow('a command hung');
    line.mode = 'pass'; // for new connections: those that were cut off stay silent

    await available(true);

    expect(await redis.run((client) => client.set('a', '1'))).toBe('OK');
  });

  it('cut off while it greets a new connection is reached again too', async () => {
    line.mode = 'swallow';
    line.drop();
    await available(false);
    await sleep(300); // a new connection has been accepted and hears nothing
    line.mode = 'pass';

    await available(true);
  });

  it('slower than we wait is left alone, and does not cost every caller a wait', async () => {
    line.mode = 'delay';
    line.drop();
    await available(false);
    await sleep(1_500); // several probes, each answered too late
    const whileSlow = redis.available;
    line.mode = 'pass';
    line.drop();
    await available(true);

    expect(whileSlow).toBe(false);
    expect(changes.filter((change) => change.startsWith('true'))).toHaveLength(2);
  });

  it('of another mind about a key is still there', async () => {
    await server.client.lpush('list', 'x');

    await expect(redis.run((client) => client.getBuffer('list'))).rejects.toThrow('a command failed');

    expect(redis.available).toBe(true);
  });

  async function available(expected: boolean): Promise<void> {
    while (redis.available !== expected) await sleep(10);
  }
});

/** A line to a server that can fail as networks do. */
interface Line {
  readonly url: string;
  /** Holds for what is sent from now on; a connection that has swallowed something says nothing any more. */
  mode: 'pass' | 'swallow' | 'delay';
  /** Ends all connections. */
  drop(): void;
  close(): void;
}

async function lineTo(url: string): Promise<Line> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    let dead = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (!dead) for (const one of [near, far]) one.destroy();
      });
    }
    near.on('data', (bytes) => {
      dead ||= line.mode === 'swallow';
      if (!dead) setTimeout(() => far.write(bytes), line.mode === 'delay' ? 400 : 0);
    });
    far.on('data', (bytes) => dead || near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const line: Line = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'pass',
    drop,
    close() {
      drop();
      server.close();
    },
  };
  return line;
}
