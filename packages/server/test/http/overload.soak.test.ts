import { expect, it } from 'vitest';
import { overload } from '../support/processes/load-overload.ts';
import { startRedis } from '../support/processes/redis-server.ts';

it('serves what it can and refuses the rest at once, at three times its capacity for a minute', async () => {
  await using redis = await startRedis();

  const figures = await overload({ measureSeconds: 8, overloadSeconds: 60, factor: 3, redisUrl: redis.url });

  expect(figures.goodput).toBeGreaterThan(0.8 * figures.capacity);
  expect(figures.refusalP50).toBeLessThan(10);
  expect(figures.recoverySeconds).toBeLessThan(5);
  expect(figures.statuses).toEqual([200, 503]);
}, 180_000);
