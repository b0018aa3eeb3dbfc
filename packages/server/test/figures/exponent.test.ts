import { expect, it } from 'vitest';
import { fitExponent } from '../../bench/growth-fit.ts';

const SIZES = [400, 2_000, 10_000, 20_000];

it.each([
  ['does not depend on the size', (_size: number) => 7, 0],
  ['grows with the size', (size: number) => 3 * size, 1],
  ['grows with its root', (size: number) => 0.2 * Math.sqrt(size), 0.5],
  ['falls', (size: number) => 1_000 / size, -1],
])('the exponent of a cost that %s', (_how, costOf, exponent) => {
  const points = SIZES.map((size) => ({ size, cost: costOf(size) }));

  expect(fitExponent(points)).toBeCloseTo(exponent, 10);
});

it.each([
  ['no point', []],
  ['one size', [3, 4].map((cost) => ({ size: 400, cost }))],
  ['a cost that nobody could measure', SIZES.map((size, i) => ({ size, cost: i }))],
])('there is none of %s', (_what, points) => {
  expect(fitExponent(points)).toBeNull();
});
