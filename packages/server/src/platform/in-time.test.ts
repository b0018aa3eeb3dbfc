import { expect, it } from 'vitest';
import { inTime } from './in-time.ts';

it('waits for what comes in time, also for its error', async () => {
  expect(await inTime(Promise.resolve(1), 1_000)).toBe(1);
  await expect(inTime(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
});

it('goes on without what comes late, and without its error', async () => {
  const work = Promise.withResolvers<number>();

  expect(await inTime(work.promise, 1)).toBe('late');
  work.reject(new Error('later'));
});
