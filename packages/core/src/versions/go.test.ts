import { describe, expect, it } from 'vitest';
import { go } from './go.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('Go modules', () => {
  it.each([
    ['v1.9.0', '<', 'v1.10.0'],
    ['v1.9.0', '=', '1.9.0'],
    ['v1.9', '=', 'v1.9.0'],
    ['v0.0.0-20230102030405-0123456789ab', '<', 'v0.0.0'],
    ['v0.0.0-20230102030405-0123456789ab', '<', 'v0.0.0-20230102030406-0023456789ab'],
    ['v1.9.1-0.20230102030405-0123456789ab', '>', 'v1.9.0'],
    ['v1.9.1-0.20230102030405-0123456789ab', '<', 'v1.9.1'],
    ['v2.4.0+incompatible', '=', 'v2.4.0'],
    ['v1.9.1-pre.0.20230102030405-0123456789ab', '>', 'v1.9.1-pre'],
    ['v1', '=', 'v1.0.0'],
    ['v1.9.0-rc.1+a', '=', 'v1.9.0-rc.1'],
    ['go1.16.9', '=', '1.16.9'],
    ['go1.16.9', '<', 'go1.16.10'],
    ['go1.21', '=', '1.21.0'],
    ['go1.21rc2', '<', 'go1.21'],
    ['go1.21rc2', '>', '1.21.0-0'],
    ['go1.21beta1', '<', 'go1.21rc1'],
    ['go1.9.2rc2', '=', '1.9.2-rc.2'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(go.compare(a, b)).toBe(SIGN[sign]);
    expect(go.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['v1', '1.2', 'v1.2.3-rc.1+incompatible', 'go1.21', 'go1.21.3'])('accepts %j', (text) => {
    expect(go.isValid(text)).toBe(true);
  });

  it.each([
    'gov1.21',
    'go',
    'go1.21-custom',
    'devel go1.23',
    'go01.2',
    'v1.9-rc1',
    'v01.2.3',
    'master',
    'V1.2.3',
    'v1.2+x',
    'v1.2.3.4',
    'v1.2.03',
    'v1.2.3-01',
    'v',
    '',
  ])('does not accept %j, and puts it below every version', (text) => {
    expect(go.isValid(text)).toBe(false);
    expect(go.compare(text, '0.0.0')).toBe(-1);
  });
});
