import { describe, expect, it } from 'vitest';
import { alpine } from './alpine.ts';
import { coarseKey } from './coarse.ts';
import { debian } from './debian.ts';
import { maven } from './maven.ts';
import { opam } from './opam.ts';
import { packagist } from './packagist.ts';
import { pypi } from './pypi.ts';

describe('coarseKey', () => {
  it.each([
    ['an epoch and three numbers', coarseKey('1', ['2', '03', '4']), '01:00000002.00000003.00000004'],
    ['missing numbers are zeros', coarseKey('', ['7']), '00:00000007.00000000.00000000'],
    [
      'a number that does not fit fills the rest',
      coarseKey('', ['1', '123456789', '5']),
      '00:00000001.99999999.99999999',
    ],
    ['leading zeros do not make a number large', coarseKey('', ['0000000000001']), '00:00000001.00000000.00000000'],
    ['an epoch that does not fit fills everything', coarseKey('100', ['1']), '99:99999999.99999999.99999999'],
    ['what sorts above every number fills with nines', coarseKey('', ['1'], '9'), '00:00000001.99999999.99999999'],
  ])('%s', (_name, key, expected) => {
    expect(key).toBe(expected);
  });
});

describe('coarse', () => {
  it.each([
    [debian, '1:2.36-9', '01:00000002.00000036.00000000'],
    [debian, '1.a', '00:00000001.99999999.99999999'],
    [debian, 'not a version', '00:00000000.00000000.00000000'],
    [pypi, '1!2.3.4rc1', '01:00000002.00000003.00000004'],
    [maven, '2.0-alpha', '00:00000002.00000000.00000000'],
    [alpine, '1.010.5-r0', '00:00000001.00000000.99999999'],
    [packagist, 'v3.x-dev', '00:00000003.09999999.09999999'],
    [opam, 'v0.16.0', '03:00000000.00000016.00000000'],
  ])('of %o %s', (scheme, version, expected) => {
    expect(scheme.coarse(version)).toBe(expected);
  });
});
