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
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(rubygems.compare(a, b)).toBe(SIGN[sign]);
    expect(rubygems.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['', 'v1.0', '1beta', '1..0', '1.0_1'])('does not accept %j, and puts it below every version', (text) => {
    expect(rubygems.isValid(text)).toBe(false);
    expect(rubygems.compare(text, '0.0.0')).toBe(-1);
  });
});
