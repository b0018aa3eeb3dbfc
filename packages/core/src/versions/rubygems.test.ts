import { describe, expect, it } from 'vitest';
import { rubygems } from './rubygems.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('Gem::Version', () => {
  it.each([
    ['7.0.4', '<', '7.0.4.1'],
    ['7.0', '=', '7.0.0'],
    ['7.0.0.rc1', '<', '7.0.0'],
    ['7.0.0.beta', '<', '7.0.0.rc1'],
    ['7.0.rc1', '=', '7.0.0.rc.1'],
    ['1.0-1', '<', '1.0'],
    ['1.0-1', '=', '1.0.pre.1'],
    ['1.a9', '<', '1.a10'],
    ['1.9', '<', '1.10'],
    ['1.0.a', '<', '1.0.b'],
    ['1.0.A', '<', '1.0.a'],
    ['1.0.a.9', '<', '1.0.a.10'],
    ['1.0.a1', '=', '1.0.a.1'],
    ['1.0.0.a', '=', '1.a'],
    ['1.0.0.a', '=', '1.00.a'],
    ['1.a.0', '=', '1.a'],
    ['1.0-a', '=', '1.0.pre.a'],
    ['1.0-1-2', '=', '1.0.pre.1.pre.2'],
    ['1.2.0.a', '=', '1.2.a'],
    ['1.2.0.0.a', '=', '1.2.a'],
    ['0.a', '<', '0'],
    ['1.a.0.1', '<', '1.a.1'],
    ['1.a.0.b', '>', '1.a.b'],
    ['1.a', '<', '1.a.1'],
    ['1.9.a', '<', '1.10.a'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(rubygems.compare(a, b)).toBe(SIGN[sign]);
    expect(rubygems.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1', '1.0.rc1', '1.0.beta.2', '1.0-2.3-4', '1.0--1', '1.0-a--b'])('accepts %j', (text) => {
    expect(rubygems.isValid(text)).toBe(true);
  });

  it.each(['', 'v1.0', '1beta', '1..0', '1.0_1', '1.0.', '1.0-', 'a.1', '1.0-a_b', '1.0.-1', '1.0.a-'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(rubygems.isValid(text)).toBe(false);
      expect(rubygems.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
