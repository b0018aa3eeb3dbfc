import { describe, expect, it } from 'vitest';
import { alpine } from './alpine.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('apk', () => {
  it.each([
    ['3.1.4-r5', '<', '3.1.4-r10'],
    ['3.1.4', '<', '3.1.4-r0'],
    ['1.1.1w-r0', '>', '1.1.1t-r9'],
    ['2.0_rc1', '<', '2.0'],
    ['2.0_alpha9', '<', '2.0_beta1'],
    ['2.0_p1', '>', '2.0'],
    ['2.0_git20240101', '>', '2.0'],
    ['1.06', '<', '1.1'],
    ['1.010', '<', '1.09'],
    ['2', '<', '2.0'],
    ['9.3_p2-r1', '>', '9.3_p1-r9'],
    ['1.0_alpha_pre2', '<', '1.0_alpha'],
    ['1.0~abc12', '>', '1.0'],
    ['1.0~ab', '<', '1.0~b'],
    ['1.9', '<', '1.10'],
    ['1.0-r', '=', '1.0-r0'],
    ['6.6.2p', '<', '6.6.2p1'],
    ['6.6.2p9', '<', '6.6.2p10'],
    ['2.0_rc2', '<', '2.0_rc10'],
    ['2.0_svn1', '<', '2.0_git1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(alpine.compare(a, b)).toBe(SIGN[sign]);
    expect(alpine.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each([
    '1.1.1a',
    '1.1.1z-r0',
    '6.6.2p1',
    '1.0_alpha_pre2',
    '1.0_rc1_p2',
    '1.0_p20240101~abc0',
    '1.0_rc1~f',
    '1.0~0af-r1',
    '1.0-r',
  ])('accepts %j', (text) => {
    expect(alpine.isValid(text)).toBe(true);
  });

  it.each([
    '',
    'v1.0',
    '1.0bc',
    '1.0-1',
    '1.',
    '1.0_foo',
    '1.0_rc1.5',
    '1.0_rc1a',
    '1.0a.1',
    '1.0-r1-r2',
    '1.0-r1_p1',
    '1.0-r1~ab',
    '1.0~',
    '1.0~xyz',
    '1.0~AB',
    '1.0~ab_p1',
    '1.0A',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(alpine.isValid(text)).toBe(false);
    expect(alpine.compare(text, '0.0.0')).toBe(-1);
  });
});
