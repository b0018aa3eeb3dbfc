import { describe, expect, it } from 'vitest';
import { versionSchemes } from '../src/versions/schemes.ts';

const SHAPES: ReadonlyArray<readonly [name: string, unit: string]> = [
  ['digits', '7'],
  ['zeros', '0'],
  ['dotted ones', '1.'],
  ['dotted zeros', '0.'],
  ['tildes', '~'],
  ['hyphens', '-'],
  ['letters', 'a'],
  ['digits and letters', '1a'],
  ['suffixes', '_p1'],
  ['identifiers', '-a.1'],
  ['everything', '1.0-rc~2+b_3:x'],
];
const SMALL = 10_000;
const LARGE = 100_000;
/** Ten times the input takes ten times as long, and a hundred times where time is quadratic; caches that others use too cost some. */
const LIMIT = 30;

describe.each(versionSchemes)('$id', (scheme) => {
  it.each(SHAPES)('takes linear time over %s', (_name, unit) => {
    const work = (length: number): (() => number) => {
      const text = `1${unit.repeat(length / unit.length)}`;
      return () => scheme.compare(`${text}1`, `${text}2`) + scheme.coarse(text).length;
    };

    const growth = growthOf(work(SMALL), work(LARGE));

    expect(growth).toBeLessThan(LIMIT);
  });
});

/**
 * The least time of the large against the least of the small: noise only ever adds. What is small is measured three times at
 * least, or its own noise would excuse the large; of that, the first run that is within the limit proves the growth.
 */
function growthOf(small: () => number, large: () => number): number {
  let repeats = 1;
  while (cpuOf(small, repeats) < 200) repeats *= 2;
  let smallest = Math.min(cpuOf(small, repeats), cpuOf(small, repeats));
  let largest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 40; run++) {
    smallest = Math.min(smallest, cpuOf(small, repeats));
    largest = Math.min(largest, cpuOf(large, repeats));
    if (largest < LIMIT * 0.9 * smallest) break;
  }
  return largest / smallest;
}

function cpuOf(work: () => number, repeats: number): number {
  const before = process.cpuUsage();
  let sink = 0;
  for (let i = 0; i < repeats; i++) sink += work();
  const { user, system } = process.cpuUsage(before);
  return sink === Number.NEGATIVE_INFINITY ? 0 : user + system;
}
