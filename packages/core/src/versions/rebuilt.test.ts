import { describe, expect, it } from 'vitest';
import { rebuiltBy } from './rebuilt.ts';
import { semverLike } from './semver-like.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('rebuiltBy', () => {
  it.each([
    ['1.2.3', '<', '1.2.3+root.io.1'],
    ['1.2.3+root.io.9', '<', '1.2.3+root.io.10'],
    ['1.2.3+root.io.9', '<', '1.2.4'],
    ['1.2.3+root.io.01', '=', '1.2.3+root.io.1'],
    ['1.2.3+root.io.1', '=', '1.2.3.root.io.1'],
    ['1.2.3+root.io.x', '=', '1.2.3'],
    ['1.2.3+root.io.', '=', '1.2.3'],
    ['1.2.3+root.io.1x', '=', '1.2.3'],
    ['1.2.3-root.io.1', '<', '1.2.3'],
    ['1.2.3-root.io.9', '<', '1.2.3-root.io.10'],
    ['root.io.1', '<', '0'],
  ] as const)('%s %s %s', (a, sign, b) => {
    const rooted = rebuiltBy('root.io', semverLike);

    expect(rooted.compare(a, b)).toBe(SIGN[sign]);
    expect(rooted.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it('keeps the key of the version that was rebuilt', () => {
    const rooted = rebuiltBy('root.io', semverLike);

    expect(rooted.coarse('1.2.3+root.io.4')).toBe(semverLike.coarse('1.2.3'));
  });
});
