import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setEnd, shareOfTime } from './time-left.ts';

it('ends after its share of the time, and the whole goes on', async () => {
  const { signal } = new AbortController();
  setEnd(signal, 100);
  const share = shareOfTime(signal, 0.1);
  await wait(60);

  expect([share.aborted, signal.aborted]).toEqual([true, false]);
});

it('ends with the whole', () => {
  const whole = new AbortController();
  setEnd(whole.signal, 60_000);
  const share = shareOfTime(whole.signal, 0.5);
  whole.abort();

  expect(share.aborted).toBe(true);
});

it('is the whole where nobody says when that ends', () => {
  const { signal } = new AbortController();

  expect(shareOfTime(signal, 0.1)).toBe(signal);
});
