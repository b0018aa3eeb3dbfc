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
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(generic.compare(a, b)).toBe(SIGN[sign]);
    expect(generic.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['', 'n/a', 'unspecified', '< 5.0', '5.0 and earlier', '*'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(generic.isValid(text)).toBe(false);
      expect(generic.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
