import { describe, expect, it } from 'vitest';
import { sharedCounters } from '../../src/http/rate-limit/shared-counters.ts';
import { type GuardedRedis, guardedRedis } from '../../src/platform/redis.ts';
import { createTestDatabase } from '../support/database.ts';
import { type RedisCluster, startRedisCluster } from '../support/processes/redis-cluster.ts';
import { redisUnavailable } from '../support/processes/redis-server.ts';
import { startWatchedApi } from '../support/processes/watched-api.ts';

const KEYS = Array.from({ length: 60 }, (_, i) => `cluster:${i}`);

describe.skipIf(redisUnavailable !== null)('a Redis Cluster', { timeout: 120_000 }, () => {
  it('of three primaries keeps answers and limits of two api processes on all of them', async () => {
    await using cluster = await startRedisCluster(0);
    await using database = await createTestDatabase();
    const settings = {
      REDIS_CLUSTER_NODES: cluster.nodes.map(({ host, port }) => `${host}:${port}`).join(','),
      RATE_LIMITS: 'general=20',
      SBOM_PROCESSES: '1',
    };
    await using first = await startWatchedApi(database.url, settings);
    await using second = await startWatchedApi(database.url, settings);
    for (const { url } of [first, second]) {
      await expect.poll(() => cacheOf(url), { timeout: 20_000 }).toBe('ok');
    }

    const statuses: number[] = [];
    for (let i = 0; i < 30; i += 1) {
      const { url } = i % 2 === 0 ? first : second;
      statuses.push((await fetch(`${url}/api/v1/osv/package-${i}`)).status);
    }

    // A minute may end between two of them; then there are more.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    const held = await Promise.all(cluster.nodes.map(({ client }) => client.dbsize()));
    expect(Math.min(...held)).toBeGreaterThan(0);
  });

  it('that loses a primary without a replica is done without until it is back, and is not asked in vain', async () => {
    await using cluster = await startRedisCluster(0);
    const { guard, changes } = guarded(cluster);
    await expect.poll(() => guard.available, { timeout: 20_000 }).toBe(true);
    await writeAll(guard, 'before');

    await cluster.nodes[0]?.stop();
    await expect.poll(() => writeAll(guard, 'during').catch(() => guard.available), { timeout: 5_000 }).toBe(false);
    const whileAway = changes.length;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const later = changes.length;
    await cluster.nodes[0]?.start();
    await expect.poll(() => guard.available, { timeout: 20_000 }).toBe(true);
    await writeAll(guard, 'after');
    guard.close();

    expect(later - whileAway).toBe(0);
  });

  it('that promotes a replica is used again by itself', async () => {
    await using cluster = await startRedisCluster(1);
    const { guard } = guarded(cluster);
    await expect.poll(() => guard.available, { timeout: 20_000 }).toBe(true);
    await writeAll(guard, 'before');

    await cluster.nodes[0]?.stop();
    await expect.poll(() => writeAll(guard, 'during').catch(() => guard.available), { timeout: 5_000 }).toBe(false);
    await expect.poll(() => guard.available, { timeout: 40_000 }).toBe(true);
    await writeAll(guard, 'after');
    const counters = sharedCounters(guard, 60);
    const counts = await Promise.all([1, 2, 3].map((weight) => counters.add('cluster:count', weight)));
    guard.close();

    expect(counts).toEqual([1, 3, 6]);
  });
});

function guarded({ nodes }: RedisCluster): { guard: GuardedRedis; changes: string[] } {
  const changes: string[] = [];
  const onChange = (available: boolean, reason: string) => void changes.push(`${available}: ${reason}`);
  return { guard: guardedRedis({ url: 'redis://', clusterNodes: nodes.slice(1), onChange }), changes };
}

async function writeAll(guard: GuardedRedis, text: string): Promise<boolean> {
  await Promise.all(KEYS.map((key) => guard.run((redis) => redis.set(key, text))));
  const read = await Promise.all(KEYS.map((key) => guard.run((redis) => redis.getBuffer(key))));
  expect(read.map(String)).toEqual(KEYS.map(() => text));
  return guard.available;
}

async function cacheOf(url: string): Promise<string> {
  const { checks } = (await (await fetch(`${url}/readyz`)).json()) as { checks: { cache: string } };
  return checks.cache;
}
