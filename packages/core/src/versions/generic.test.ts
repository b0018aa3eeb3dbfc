import { describe, expect, it } from 'vitest';
import { generic } from './generic.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('versions without a registry', () => {
  it.each([
    ['2.8.123e', '>', '2.8.75'],
    ['5.4', '<', '5.4.1'],
    ['1.1.1t', '<', '1.1.1w'],
    ['1.1.1', '<', '1.1.1a'],
    ['2.0-rc1', '<', '2.0'],
    ['2.0pre1', '<', '2.0'],
    ['2.0-alpha2', '<', '2.0-beta1'],
    ['v2.0', '=', '2.0'],
    ['2.0~1', '<', '2.0-dev'],
    ['9.3p1', '>', '9.3'],
    ['1.2-unstable-2024-01-02', '>', '1.2'],
    ['1.2-unstable-2024-01-02', '<', '1.2.1'],
    ['2.0-RC1', '=', '2.0rc1'],
    ['V2.0', '=', '2.0'],
    ['-2.0', '=', '2.0.'],
    ['2.0-dev', '<', '2.0-alpha'],
    ['2.0-SNAPSHOT', '<', '2.0-alpha'],
    ['2.0-nightly', '<', '2.0-alpha'],
    ['2.0-beta9', '<', '2.0-pre1'],
    ['2.0-pre9', '<', '2.0-rc1'],
    ['2.0-preview1', '=', '2.0-pre1'],
    ['2.0-alpha2', '<', '2.0-alpha10'],
    ['2.0~1', '<', '2.0~2'],
    ['2.0~', '<', '2.0'],
    ['2.0-foo', '<', '2.0-zoo'],
    ['2.0-Foo', '=', '2.0-foo'],
    ['2.0-releasecandidate', '>', '2.0'],
    ['v-2.0', '<', '2.0'],
    ['vnext2', '<', '1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(generic.compare(a, b)).toBe(SIGN[sign]);
    expect(generic.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1:2.0', '2.0^1', '1!2_3+b~c', 'a1', 'z1'])('accepts %j', (text) => {
    expect(generic.isValid(text)).toBe(true);
  });

  it.each(['', 'n/a', 'unspecified', '< 5.0', '5.0 and earlier', '*', '1/2', '2.0,1', '1@', '1[', '()'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(generic.isValid(text)).toBe(false);
      expect(generic.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
