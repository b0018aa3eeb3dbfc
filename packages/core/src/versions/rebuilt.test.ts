import { describe, expect, it } from 'vitest';
import { rebuiltBy } from './rebuilt.ts';
import { semverLike } from './semver-like.ts';

const rooted = rebuiltBy('root.io', semverLike);

describe('rebuiltBy', () => {
  it.each([
    ['1.2.3', -1, '1.2.3+root.io.1'],
    ['1.2.3+root.io.9', -1, '1.2.3+root.io.10'],
    ['1.2.3+root.io.9', -1, '1.2.4'],
    ['1.2.3+root.io.1', 0, '1.2.3.root.io.1'],
    ['1.2.3+root.io.x', 0, '1.2.3'],
  ] as const)('%s against %s gives %s', (a, order, b) => {
    expect(rooted.compare(a, b)).toBe(order);
    expect(rooted.compare(b, a)).toBe(0 - order);
  });

  it('keeps the key of the version that was rebuilt', () => {
    expect(rooted.coarse('1.2.3+root.io.4')).toBe(semverLike.coarse('1.2.3'));
  });
});
