import { describe, expect, it } from 'vitest';
import { packagist } from './packagist.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('Composer', () => {
  it.each([
    ['1.0', '=', 'v1.0.0'],
    ['3.0', '>', '3.0.0-beta'],
    ['1.0-dev', '<', '1.0-alpha1'],
    ['1.0-alpha1', '<', '1.0-b1'],
    ['1.0-BETA2', '=', '1.0b2'],
    ['1.0-RC1', '<', '1.0'],
    ['1.0', '<', '1.0-p1'],
    ['1.0-pl1', '=', '1.0-patch1'],
    ['1.0-stable', '=', '1.0'],
    ['dev-main', '<', '0.0.1'],
    ['1.x-dev', '>', '1.99.0'],
    ['1.x-dev', '<', '2.0.0'],
    ['1.0+a', '=', '1.0+b'],
    ['2024-01-02', '<', '2024-01-10'],
    ['V1.0', '=', '1.0'],
    ['1.0-a1', '=', '1.0-alpha1'],
    ['1.0_beta', '=', '1.0-beta'],
    ['1.0-alpha9', '<', '1.0-alpha10'],
    ['1.0-beta', '<', '1.0-beta1'],
    ['1.0-beta1', '<', '1.0-RC1'],
    ['1.0-foo', '<', '1.0-dev'],
    ['1.0-foo', '<', '1.0-goo'],
    ['1.0-p1', '<', '1.0-p2'],
    ['1.0-stable2', '=', '1.0'],
    ['1.0-stables', '<', '1.0'],
    ['1.0-stable-rc1', '=', '1.0-rc1'],
    ['3.1.0', '<', '3.1.0.post1'],
    ['1.0', '<', '1.0.0.1'],
    ['1.0.x-dev', '>', '1.0.99'],
    ['1.0.x-dev', '<', '1.1'],
    ['2.x-dev', '>', '1.x-dev'],
    ['dev-a', '<', 'dev-b'],
    ['dev-main', '<', '0-foo'],
    ['dev-Main', '<', 'dev-main'],
    ['dev-fix+1', '<', 'dev-fix+2'],
    ['1.0-foobar', '<', '1.0'],
    ['1.0-s', '<', '1.0-stables'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(packagist.compare(a, b)).toBe(SIGN[sign]);
    expect(packagist.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['v1.0', 'dev-main', '1.0#x'])('accepts %j', (text) => {
    expect(packagist.isValid(text)).toBe(true);
  });

  it.each(['', 'master', '1.0 as 2.0', 'v', 'x1', 'dev_main', 'main-dev', '1.0\t'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(packagist.isValid(text)).toBe(false);
      expect(packagist.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
