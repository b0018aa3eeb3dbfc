import { describe, expect, it } from 'vitest';
import { debian } from './debian.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('dpkg', () => {
  it.each([
    ['2.36-9+deb12u1', '<', '2.36-9+deb12u10'],
    ['1:1.0-1', '>', '2.0-1'],
    ['0:1.0', '=', '1.0'],
    ['1.0', '=', '1.0-0'],
    ['1.0~rc1-1', '<', '1.0-1'],
    ['1.0~~', '<', '1.0~'],
    ['1.0a', '<', '1.0+'],
    ['1.0+dfsg-1', '>', '1.0-1'],
    ['1.0.', '=', '1.0.0'],
    ['1.a', '>', '1.5'],
    ['1.0-1~bpo12+1', '<', '1.0-1'],
    ['1.2-3-4', '<', '1.2-4-1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(debian.compare(a, b)).toBe(SIGN[sign]);
    expect(debian.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['', 'a1', '1.0-', 'x:1.0', ':1.0', '1.0_1', '1.0 1', '1:'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(debian.isValid(text)).toBe(false);
      expect(debian.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
