import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParallel } from './http-client-parallel.ts';

it('works on so many at a time and keeps their order', async () => {
  let atWork = 0;
  let most = 0;
  const work = async (ms: number) => {
    most = Math.max(most, (atWork += 1));
    await sleep(ms);
    atWork -= 1;
    return ms;
  };

  const results = await Array.fromAsync(inParallel([30, 1, 20, 1, 10], 3, work));

  expect(results).toEqual([30, 1, 20, 1, 10]);
  expect(most).toBe(3);
});

it('ends with the first failure, and leaves nothing running', async () => {
  let running = 0;
  const work = async (item: number) => {
    running += 1;
    await sleep(5 * item);
    running -= 1;
    if (item === 2) throw new Error('two');
    return item;
  };
  const seen: number[] = [];

  const reading = (async () => {
    for await (const item of inParallel([1, 2, 3, 4, 5], 2, work)) seen.push(item);
  })();

  await expect(reading).rejects.toThrow('two');
  expect(seen).toEqual([1]);
  expect(running).toBe(0);
});

it('takes no more than it is asked for', async () => {
  const begun: number[] = [];
  const results = inParallel([1, 2, 3, 4, 5], 2, async (item) => begun.push(item));

  await results.next();
  await results.return(0);

  expect(begun).toEqual([1, 2]);
});
