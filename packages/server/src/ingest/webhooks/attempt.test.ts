import fc from 'fast-check';
import { expect, it } from 'vitest';
import { delayBefore } from './attempt.ts';

const SETTINGS = { delayMs: 5_000, mostDelayMs: 3_600_000 };

it('waits twice as long after each failure, as long as the address asks for, and never much longer than an hour', () => {
  const still = () => 0.5;

  expect([0, 1, 2, 3].map((attempts) => delayBefore(SETTINGS, attempts, null, still))).toEqual([
    5_000, 10_000, 20_000, 40_000,
  ]);
  expect(delayBefore(SETTINGS, 0, 60_000, still)).toBe(60_000);
  fc.assert(
    fc.property(
      fc.nat(),
      fc.option(fc.nat()),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, asked, random) => {
        const delay = delayBefore(SETTINGS, attempts, asked, () => random);

        expect(delay).toBeGreaterThanOrEqual(4_000);
        expect(delay).toBeLessThanOrEqual(4_320_000);
      },
    ),
  );
});
