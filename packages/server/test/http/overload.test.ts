import { expect, it } from 'vitest';
import { overload } from '../support/processes/load-overload.ts';

/** A few seconds of `overload.soak.test.ts`, which holds the figures against their goals. */
it('answers every request under three times its load, with the answer or with a refusal', async () => {
  const figures = await overload({ measureSeconds: 1, overloadSeconds: 2, factor: 3 });

  expect([200, 503]).toEqual(expect.arrayContaining([...figures.statuses]));
  expect(figures.statuses).toContain(200);
  expect(figures.goodput).toBeGreaterThan(0);
  expect(figures.recoverySeconds).toBeLessThan(Number.POSITIVE_INFINITY);
}, 60_000);
