import { describe, expect, it } from 'vitest';
import { julia } from './julia.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe("Julia's VersionNumber", () => {
  it.each([
    ['1.6', '=', 'v1.6.0'],
    ['1.6rc1', '=', '1.6.0-rc1'],
    ['1.6.0-', '<', '1.6.0-0'],
    ['1.6.0-rc1', '<', '1.6.0'],
    ['1.6.0', '<', '1.6.0+'],
    ['1.6.0+', '<', '1.6.0+0'],
    ['1.6.0+1', '<', '1.6.1-'],
    ['V1.6', '=', '1.6.0'],
    ['1.06', '=', '1.6'],
    ['1.5.9+9', '<', '1.6.0-'],
    ['1.6-', '=', '1.6.0-'],
    ['1.6+', '=', '1.6.0+'],
    ['1.6.0-', '<', '1.6.0-alpha'],
    ['1.6.0-', '<', '1.6.0'],
    ['1.6.0-alpha', '<', '1.6.0-beta'],
    ['1.6.0-rc1', '<', '1.6.0-rc1+1'],
    ['1.6.0-rc1+', '<', '1.6.0-rc1+1'],
    ['1.6.0+a', '<', '1.6.0+b'],
    ['1.6.0+9', '<', '1.6.0+10'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(julia.compare(a, b)).toBe(SIGN[sign]);
    expect(julia.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1', '1.6-', '1.6+', '1.6rc1', '1.6.0-rc1+', '1.6.0-rc1+b2', '1.6-rc.01'])('accepts %j', (text) => {
    expect(julia.isValid(text)).toBe(true);
  });

  it.each([
    '1.6.0.0',
    '1.6.0-+',
    '',
    'x',
    'v',
    '1.6.0.0-',
    '1.6.0.0+',
    '1.6.0+a+',
    '1.6.0-a+b+',
    '1.6.0_1',
    '1.6.0-a..b',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(julia.isValid(text)).toBe(false);
    expect(julia.compare(text, '0.0.0')).toBe(-1);
  });
});
