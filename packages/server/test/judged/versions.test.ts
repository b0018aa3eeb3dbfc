import { describe, expect, it } from 'vitest';
import { isVersion, lowered, loweredBuild, upstreamOfBuild, versionsOfBound } from './versions.ts';

describe('the versions of judged cases', () => {
  it.each([
    ['2.4.1', '2.4.0'],
    ['2.4.0', '2.3.9'],
    ['2.0.0', '1.9.9'],
    ['1.0.0-beta.3', '1.0.0-beta.2'],
    ['1.0.14+0', '1.0.13+0'],
    ['2024.05', '2024.04'],
    ['0.0', null],
    ['0.0.0-20160903044734-789a4c4bd4c1', null],
  ])('lowers %s to %s', (version, expected) => {
    expect(lowered(version)).toBe(expected);
  });

  it.each([
    ['5.6.2-4.el10_0', '5.6.2-3.el10_0'],
    ['3:10.5.16-0.el9', '3:10.5.15-0.el9'],
    ['6.0-9ubuntu1.6', '6.0-8ubuntu1.6'],
    ['1.2.3-r0', '1.2.2-r0'],
    ['1.2.3', '1.2.2'],
  ])('lowers the build %s to %s', (build, expected) => {
    expect(loweredBuild(build)).toBe(expected);
  });

  it.each([
    ['2:4.6.1-7.el9_3', '4.6.1'],
    ['1.20.1+dfsg-2', '1.20.1'],
    ['9.0~rc1-1', '9.0'],
    ['unfixed', null],
  ])('takes the upstream part of %s', (build, expected) => {
    expect(upstreamOfBuild(build)).toBe(expected);
  });

  it.each([
    ['1.2.3', true],
    ['v1.2', true],
    ['n/a', false],
    ['57fc5689c95d649dab7ef60cc99ac64589f01e36', false],
    ['1.2 and earlier', false],
  ])('knows whether %s is a version', (text, expected) => {
    expect(isVersion(text)).toBe(expected);
  });

  it.each([
    [{ kind: 'fixed', version: '1.4.2' } as const, ['1.4.2 not affected', '1.4.1 affected']],
    [{ kind: 'last_affected', version: '1.4.2' } as const, ['1.4.2 affected', '1.4.3 not affected']],
    [{ kind: 'introduced', version: '0' } as const, []],
    [{ kind: 'introduced', version: '1.0' } as const, ['1.0 affected']],
    [{ kind: 'unaffected', version: '2.0' } as const, ['2.0 not affected']],
  ])('makes versions of %j', (bound, expected) => {
    const made = versionsOfBound(bound);

    expect(made.map(({ version, affected }) => `${version} ${affected ? 'affected' : 'not affected'}`)).toEqual(
      expected,
    );
  });
});
