import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { guardedRedis } from '../../src/platform/redis.ts';
import { redisUnavailable, startRedis } from '../support/processes/redis-server.ts';

describe.skipIf(redisUnavailable !== null)('Redis behind a sentinel', () => {
  it('is found by the name of its group, and again after a failover', { timeout: 60_000 }, async () => {
    await using primary = await startRedis();
    await using replica = await startRedis();
    const before = Number(new URL(primary.url).port);
    await replica.client.replicaof('127.0.0.1', before);
    await expect.poll(() => replica.client.info('replication'), { timeout: 10_000 }).toContain('master_link_status:up');
    await using sentinel = await startSentinel(before);
    const guard = guardedRedis({ url: 'redis://almanac', sentinels: [{ host: '127.0.0.1', port: sentinel.port }] });

    await expect.poll(() => guard.available, { timeout: 10_000 }).toBe(true);
    await guard.run((redis) => redis.set('kept', 'before'));
    const first = await primary.client.get('kept');
    await sentinel.knowsReplica();
    await primary.stop();
    await expect.poll(() => guard.available, { timeout: 5_000 }).toBe(false);
    await expect.poll(() => guard.available, { timeout: 30_000 }).toBe(true);
    await guard.run((redis) => redis.set('kept', 'after'));
    const second = await replica.client.get('kept');
    guard.close();

    expect([first, second]).toEqual(['before', 'after']);
  });
});

async function startSentinel(primary: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-sentinel-'));
  const port = primary + 1 < 65_536 ? primary + 1 : primary - 1;
  const file = path.join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor almanac 127.0.0.1 ${primary} 1`,
    'sentinel down-after-milliseconds almanac 500',
    'sentinel failover-timeout almanac 3000',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const server: ChildProcess = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 100, maxRetriesPerRequest: null });
  client.on('error', () => {});
  await client.ping();
  return {
    port,
    knowsReplica: () =>
      expect
        .poll(async () => ((await client.call('SENTINEL', 'replicas', 'almanac')) as unknown[]).length, {
          timeout: 20_000,
        })
        .toBe(1),
    async [Symbol.asyncDispose]() {
      client.disconnect();
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
