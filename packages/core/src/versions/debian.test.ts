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
    ['9:1.0', '<', '10:1.0'],
    ['1.0-9', '<', '1.0-10'],
    ['1.0-1.9', '<', '1.0-1.10'],
    ['1.0a', '<', '1.0b'],
    ['1.0a', '<', '1.0aa'],
    ['1.0', '<', '1.0a'],
    ['1.0+a', '<', '1.0+b'],
    ['1:1.0', '<', '1:1.0:1-1'],
    ['1.0-1', '<', '1.0-1a'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(debian.compare(a, b)).toBe(SIGN[sign]);
    expect(debian.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1:1.0:2-3', '1.0-2-3', '1.0+dfsg~aZ.1-1'])('accepts %j', (text) => {
    expect(debian.isValid(text)).toBe(true);
  });

  it.each([
    '',
    'a1',
    '1.0-',
    'x:1.0',
    ':1.0',
    '1.0_1',
    '1.0 1',
    '1:',
    '1:-1',
    '1:1.0-1:2',
    '1.0-1_2',
    '1.0/1',
    'a:1.0-1',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(debian.isValid(text)).toBe(false);
    expect(debian.compare(text, '0.0.0')).toBe(-1);
  });
});
