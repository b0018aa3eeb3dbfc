import { ERRORS } from '@almanac/contract';
import { expect, it } from 'vitest';
import { answeredShare, tellHostileStory } from '../support/hostile/story.ts';

/** Eight seconds of `callers-hostile.soak.test.ts`, which holds the figures against their goals. */
it('goes on answering ordinary clients, and refuses hostile ones as documented', async () => {
  const figures = await tellHostileStory({ aloneMs: 3_000, hostileMs: 8_000 });

  const statuses = new Set(Object.keys(figures.hostile).map((answered) => Number(answered.split(' ')[1])));
  const documented = new Set([0, 200, ...Object.values(ERRORS).map(({ status }) => status as number)]);
  expect([...statuses].filter((status) => !documented.has(status) || status === 500)).toEqual([]);
  expect(statuses).toContain(429);
  expect(answeredShare(figures.alone)).toBe(1);
  expect(figures.cached.answered.length).toBeGreaterThan(0);
  expect(figures.keyed.answered.length).toBeGreaterThan(0);
  expect(figures.liveAgainAfter).toBeLessThan(Number.POSITIVE_INFINITY);
}, 180_000);
