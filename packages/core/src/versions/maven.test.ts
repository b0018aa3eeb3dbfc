import { describe, expect, it } from 'vitest';
import { maven } from './maven.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('ComparableVersion', () => {
  it.each([
    ['1.0-alpha-1', '<', '1.0-beta-1'],
    ['1.0-M2', '<', '1.0-RC1'],
    ['1.0-RC1', '<', '1.0-SNAPSHOT'],
    ['1.0-SNAPSHOT', '<', '1.0'],
    ['1.0', '<', '1.0-sp1'],
    ['1.0-sp1', '<', '1.0-jre8'],
    ['1.0-jre8', '<', '1.0-1'],
    ['1.0-1', '<', '1.0.1'],
    ['1.0.Final', '=', '1'],
    ['5.0.0.RC1', '=', '5-rc-1'],
    ['5.0.0.RC1', '<', '5.0.0.Final'],
    ['1a1', '=', '1-alpha-1'],
    ['1-a', '>', '1'],
    ['2.12.7.1', '>', '2.12.7'],
    ['31.1-android', '<', '31.1-jre'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(maven.compare(a, b)).toBe(SIGN[sign]);
    expect(maven.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['', '[1.0]', '1.0,2.0', '1.0 beta'])('does not accept %j, and puts it below every version', (text) => {
    expect(maven.isValid(text)).toBe(false);
    expect(maven.compare(text, '0.0.0')).toBe(-1);
  });
});
