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
    ['1.0-alpha-9', '<', '1.0-alpha-10'],
    ['1-b2', '=', '1-beta-2'],
    ['1-m3', '=', '1-milestone-3'],
    ['1.0-CR1', '=', '1.0-rc1'],
    ['1.0-rc', '<', '1.0-rc-1'],
    ['1.0.GA', '=', '1'],
    ['1.0-release', '=', '1.0'],
    ['1.0-SP', '>', '1.0'],
    ['1x', '=', '1-x'],
    ['1.0-foo', '<', '1.0-goo'],
    ['1.9', '<', '1.10'],
    ['1-1', '<', '1-2'],
    ['1-0', '=', '1'],
    ['1.0.0-0.0', '=', '1'],
    ['1.0.0.1', '>', '1.0.0'],
    ['1..1', '=', '1.0.1'],
    ['1.0-1', '<', '1.0-1.1'],
    ['3.5.0-CR-2', '<', '3.5.0.Beta-1'],
    ['3.5.0.Beta-1', '<', '3.5.0'],
    ['3.5.0.Alpha-1', '<', '3.5.0.Beta-1'],
    ['1.0.1', '<', '1.0.2'],
    ['1.0-1', '=', '1-1'],
    ['1-0.1', '<', '1.0.1'],
    ['1-0.0.1', '<', '1.0.0.1'],
    ['1.0.0.Final-redhat-1', '<', '1.0.0.Final-redhat-2'],
    ['1.1.rc-1', '<', '1.1-rc-1'],
    ['1.1.rc.1', '<', '1.1-rc.1'],
    ['3.5.1.Beta-1', '<', '3.5.1-rc-1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(maven.compare(a, b)).toBe(SIGN[sign]);
    expect(maven.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1', '1_0', 'x'])('accepts %j', (text) => {
    expect(maven.isValid(text)).toBe(true);
  });

  it.each(['', '[1.0]', '1.0,2.0', '1.0 beta', '\t1', '1/0', '1:0', '1*'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(maven.isValid(text)).toBe(false);
      expect(maven.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
