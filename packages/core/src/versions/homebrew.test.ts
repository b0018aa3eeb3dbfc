import { describe, expect, it } from 'vitest';
import { homebrew } from './homebrew.ts';

describe('Homebrew', () => {
  it.each<[string, number, string]>([
    ['1.81.6_5', -1, '1.81.6_6'],
    ['1.81.6', -1, '1.81.6_1'],
    ['2.38', -1, '2.39'],
    ['2.1.0_9', -1, '2.1.0_10'],
    ['2.1.0_2', -1, '2.1.1'],
    ['1.0_0', 0, '1.0'],
    ['6.0_8', 1, '6.0_7'],
  ])('%s against %s: %i', (a, order, b) => {
    expect([homebrew.compare(a, b), homebrew.compare(b, a)]).toEqual([order, order === 0 ? 0 : -order]);
  });
});
