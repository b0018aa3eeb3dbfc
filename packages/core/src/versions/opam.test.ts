import { describe, expect, it } from 'vitest';
import { opam } from './opam.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('opam', () => {
  it.each([
    ['v0.15.1', '<', 'v0.16.0'],
    ['4.14.0~beta1', '<', '4.14.0'],
    ['4.14.0', '<', 'v0.1'],
    ['1.0-1', '>', '1.0'],
    ['1.0~', '<', '1.0'],
    ['1.0', '<', '1.0+a'],
    ['1_0', '>', '1.0'],
    ['a1', '<', 'v1'],
    ['v9', '<', 'w1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(opam.compare(a, b)).toBe(SIGN[sign]);
    expect(opam.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['v0.16.0', '1.0+Dune~aZ_y-1'])('accepts %j', (text) => {
    expect(opam.isValid(text)).toBe(true);
  });

  it.each(['', '1.0 1', '1:2', '1@0', '1[0', '1/0'])('does not accept %j, and puts it below every version', (text) => {
    expect(opam.isValid(text)).toBe(false);
    expect(opam.compare(text, '0.0.0')).toBe(-1);
  });
});
