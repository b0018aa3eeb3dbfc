import { describe, expect, it } from 'vitest';
import { inSlices, nextTurn, turns } from './in-slices.ts';

/** Takes the thread for so long. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function* slices(count: number): Generator<void, number> {
  for (let i = 0; i < count; i += 1) {
    compute(5);
    yield;
  }
  return count;
}

/** The longest time between two turns of the event loop while work is done, as a share of all of it. */
async function longestShare(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let [last, longest, on] = [began, 0, true];
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (on) setTimeout(tick, 0);
  };
  setTimeout(tick, 0);
  await work();
  on = false;
  return longest / (performance.now() - began);
}

describe('work in slices', () => {
  it('comes to its end', async () => {
    expect(await inSlices(slices(3))).toBe(3);
  });

  it('ends early where its signal says so', async () => {
    await expect(inSlices(slices(3), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  it('goes on in the order in which it waits', async () => {
    const order: number[] = [];
    await Promise.all(Array.from({ length: 20 }, (_, i) => nextTurn().then(() => order.push(i))));

    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('lets others have their turn, however many compute at the same time', async () => {
    const share = await longestShare(() =>
      Promise.all(Array.from({ length: 40 }, () => nextTurn().then(() => inSlices(slices(3))))),
    );

    // All forty in each turn would be a third.
    expect(share).toBeLessThan(0.2);
  });

  it('lets others have their turn between whole steps, however many', async () => {
    const share = await longestShare(() =>
      Promise.all(
        Array.from({ length: 40 }, async () => {
          const turn = turns();
          await nextTurn();
          for (let step = 0; step < 3; step += 1) {
            compute(5);
            await turn();
          }
        }),
      ),
    );

    expect(share).toBeLessThan(0.2);
  });
});
