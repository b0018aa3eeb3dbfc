import { describe, expect, it } from 'vitest';
import { generic } from '../versions/generic.ts';
import { freeform } from './freeform.ts';

describe('versions without a registry', () => {
  it.each([
    ['1.0.0.0', '=', '1'],
    ['v1.0', '=', 'V1'],
    ['1.00', '=', '1'],
    ['0.0', '=', '0'],
    ['10', '>', '1.0'],
    ['1.10', '>', '1.1'],
    ['100', '>', '10'],
    ['1.0.1', '>', '1'],
    ['1.0a', '=', '1a'],
    ['1.0-2.0', '>', '1.0-2'],
    ['1.0.0-rc1', '=', '1-rc1'],
    ['9.1 Update 3', '=', '9.1.Update.3'],
    ['12.2[55]SE', '=', '12.2(55)SE'],
    ['1/2', '=', '1.2'],
    ['1\\2', '=', '1.2'],
    [' 1.0 ', '<', '1.0'],
    ['abc', '<', 'abd'],
    ['abc', '<', '0'],
    ['R4.10', '<', 'R4.11'],
    ['r4', '=', 'R4.0'],
  ])('%s %s %s', (a, sign, b) => {
    expect(freeform.compare(a, b)).toBe({ '<': -1, '=': 0, '>': 1 }[sign]);
    expect(freeform.compare(b, a)).toBe({ '<': 1, '=': 0, '>': -1 }[sign]);
  });

  it.each([
    ['1', true],
    ['v1', true],
    ['V1', true],
    ['r1', true],
    ['R1', true],
    ['v', false],
    ['x1', false],
    ['20240101000000', true],
    ['1da177e4c3f4', false],
    ['1.0, 2.0', false],
  ])('%s is one: %s', (version, expected) => {
    expect(freeform.isValid(version)).toBe(expected);
  });

  it('has the key of its plain form', () => {
    expect(freeform.coarse('12.2(55)SE')).toBe(generic.coarse('12.2.55'));
    expect(freeform.coarse('1.0.0')).toBe(generic.coarse('1'));
    expect(freeform.coarse('Snapdragon 8')).toBe(generic.coarse(''));
  });
});
