import { describe, expect, it } from 'vitest';
import { semver } from './semver.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('SemVer 2.0.0 by its items 9 to 11', () => {
  it.each([
    ['2.9.0', '<', '2.10.0'],
    ['1.4.0-rc.1', '<', '1.4.0'],
    ['1.4.0-2', '<', '1.4.0-10'],
    ['1.4.0-10', '<', '1.4.0-beta'],
    ['1.4.0-beta', '<', '1.4.0-beta.1'],
    ['1.4.0-Beta', '<', '1.4.0-beta'],
    ['1.4.0+x', '=', '1.4.0+y'],
    ['18446744073709551616.0.0', '<', '18446744073709551617.0.0'],
    ['1.4.0-alpha', '<', '1.4.0-alphabet'],
    ['1.4.0-alpha.beta', '<', '1.4.0-beta.alpha'],
    ['1.4.0-rc.9', '<', '1.4.0-rc.10'],
    ['1.4.0-rc.1', '<', '1.4.0-rc.1.0'],
    ['1.4.0-1', '<', '1.4.0-1a'],
    ['1.4.0-a-1', '<', '1.4.0-a-2'],
    ['1.4.0-rc.1+x', '=', '1.4.0-rc.1+y'],
    ['1.4.9', '<', '1.5.0-rc.1'],
    ['1.4.0-10', '<', '1.4.0-b'],
    ['1.4.0-1', '<', '1.4.0--1'],
    ['1.4.0-alpha.1', '<', '1.4.0-alpha-x'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(semver.compare(a, b)).toBe(SIGN[sign]);
    expect(semver.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['0.0.0', '1.4.0-0', '1.4.0-0a', '1.4.0-a.00b', '1.4.0+01', '1.4.0-x-y.Z+b.007', '1.4.0--'])(
    'accepts %j',
    (text) => {
      expect(semver.isValid(text)).toBe(true);
    },
  );

  it.each([
    '1.4',
    'v1.4.0',
    '1.4.0.1',
    '01.4.0',
    '1.4.0-01',
    '1.4.0-',
    '1.4.0+',
    '',
    'latest',
    '1.4.',
    '1.04.0',
    '1.4.00',
    '1.4.0-a..b',
    '1.4.0-a.01',
    '1.4.0-00',
    '1.4.0-a_b',
    '1.4.0-a+',
    '1.4.0+a+b',
    '1.4.0+a..b',
    '1.4.0_a',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(semver.isValid(text)).toBe(false);
    expect(semver.compare(text, '0.0.0')).toBe(-1);
  });
});
