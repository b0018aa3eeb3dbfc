import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, flatMapped, sorted } from './slices.ts';

function stepsOf<T>(work: Generator<void, T>): number {
  let steps = 0;
  while (work.next().done !== true) steps += 1;
  return steps;
}

describe('sorted', () => {
  it('sorts as toSorted does, stably', () => {
    const pairs = fc.array(fc.record({ key: fc.nat(20), place: fc.nat() }), { maxLength: 3_000, size: 'max' });
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

    fc.assert(
      fc.property(pairs, (items) => {
        expect(atOnce(sorted(items, byKey))).toEqual(items.toSorted(byKey));
      }),
      { numRuns: 20 },
    );
  });

  it('pauses the more often the more there is', () => {
    const items = Array.from({ length: 20_000 }, (_, i) => (i * 7_919) % 20_000);

    expect(stepsOf(sorted(items, (a, b) => a - b))).toBeGreaterThan(100);
    expect(stepsOf(sorted([], () => 0))).toBe(0);
  });
});

describe('flatMapped', () => {
  it('pauses after each item', () => {
    const work = flatMapped([1, 2, 3], (item) => Array.from({ length: item }, () => item));

    expect(atOnce(work)).toEqual([1, 2, 2, 3, 3, 3]);
    expect(stepsOf(flatMapped([1, 2, 3], () => []))).toBe(3);
  });
});
