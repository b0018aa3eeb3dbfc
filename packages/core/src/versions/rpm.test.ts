import { describe, expect, it } from 'vitest';
import { rpm } from './rpm.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('rpmvercmp', () => {
  it.each([
    ['3.0.7-24.el9', '<', '3.0.7-27.el9'],
    ['1:1.0-1', '>', '2.0-1'],
    ['0:1.0-1', '=', '1.0-1'],
    ['1.0~rc1', '<', '1.0'],
    ['1.0', '<', '1.0^git1'],
    ['1.0^git1', '<', '1.0.1'],
    ['1.0a', '<', '1.0.0'],
    ['1.0', '=', '1_0'],
    ['1.0', '<', '1.0-1'],
    ['1.010', '=', '1.10'],
    ['1.0.el9_2.4', '<', '1.0.el9_10'],
    ['9:1.0', '<', '10:1.0'],
    ['1.0-9', '<', '1.0-10'],
    ['1.0-1~rc1', '<', '1.0-1'],
    ['1.0', '<', '1.0a'],
    ['1.0a', '<', '1.0b'],
    ['1.0.a', '=', '1.0a'],
    ['1.0~~', '<', '1.0~'],
    ['1.0~a', '<', '1.0~b'],
    ['1.0^a', '<', '1.0^b'],
    ['1.0^~1', '<', '1.0^'],
    ['x:9.0', '<', '1.0'],
    ['1.0', '<', '1.0-~rc1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(rpm.compare(a, b)).toBe(SIGN[sign]);
    expect(rpm.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1:1.0-1', 'x:1.0', '1.0^git1~rc1', '1!0'])('accepts %j', (text) => {
    expect(rpm.isValid(text)).toBe(true);
  });

  it.each(['', '-1', '1 0', '1:', '1:-1', '\t1', '1\u007f'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(rpm.isValid(text)).toBe(false);
      expect(rpm.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
