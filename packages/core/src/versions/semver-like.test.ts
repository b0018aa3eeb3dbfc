import { describe, expect, it } from 'vitest';
import { semverLike } from './semver-like.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('tolerant SemVer', () => {
  it.each([
    ['v3.2', '=', '3.2.0'],
    ['3.2.0.0', '=', '3.2'],
    ['3.2.0.1', '>', '3.2'],
    ['3.2.0rc1', '=', '3.2.0-rc1'],
    ['3.2.0-rc1', '<', '3.2.0'],
    ['6.1-rc7', '<', '6.1'],
    ['3.2.0+b', '=', '3.2.0'],
    ['3.2.', '=', '3.2'],
    ['99999999999999999999', '>', '99999999999999999998'],
    ['v3', '=', '3.0.0'],
    ['3.2.rc1', '=', '3.2.0-rc1'],
    ['3.2.0rc1+x', '=', '3.2.0-rc1'],
    ['3.2.0-9', '<', '3.2.0-10'],
    ['3.2.0-a', '<', '3.2.0-a.b'],
    ['3.2.0-rc1', '<', '3.2.1-rc1'],
    ['3.2.0-a', '<', '3.2.0-a.'],
    ['3.2.0-a.0', '<', '3.2.0-a.'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(semverLike.compare(a, b)).toBe(SIGN[sign]);
    expect(semverLike.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['3', 'v3.2', '3.2.0-!~'])('accepts %j', (text) => {
    expect(semverLike.isValid(text)).toBe(true);
  });

  it.each(['', 'v', 'latest', '1.0 beta', '\u0661.0', 'V3', '3\u007f', '3.2\t'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(semverLike.isValid(text)).toBe(false);
      expect(semverLike.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
