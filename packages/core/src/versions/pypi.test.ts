import { describe, expect, it } from 'vitest';
import { pypi } from './pypi.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('PEP 440', () => {
  it.each([
    ['1.0.dev1', '<', '1.0a1'],
    ['1.0a1', '<', '1.0b1'],
    ['1.0b1', '<', '1.0rc1'],
    ['1.0rc1', '<', '1.0'],
    ['1.0', '<', '1.0.post1'],
    ['1.0.post1.dev1', '<', '1.0.post1'],
    ['1.0', '=', 'v1.0.0'],
    ['1.0-1', '=', '1.0.post1'],
    ['1.0c1', '=', '1.0-RC.1'],
    ['1.0alpha', '=', '1.0a0'],
    ['1!0.1', '>', '2024.1'],
    ['1.0+ubuntu.1', '>', '1.0'],
    ['1.0+1', '>', '1.0+z'],
    ['1.0+a-1', '=', '1.0+A.1'],
    ['0.1-charmander', '<', '0.0.1.dev0'],
    ['1.0a1.dev1', '<', '1.0a1'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(pypi.compare(a, b)).toBe(SIGN[sign]);
    expect(pypi.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1.0-foo', '', '1.0+', '1.0++x', '1.0.x', '1..0', '0.1-charmander'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(pypi.isValid(text)).toBe(false);
      expect(pypi.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
