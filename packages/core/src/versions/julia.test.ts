import { describe, expect, it } from 'vitest';
import { julia } from './julia.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe("Julia's VersionNumber", () => {
  it.each([
    ['1.6', '=', 'v1.6.0'],
    ['1.6rc1', '=', '1.6.0-rc1'],
    ['1.6.0-', '<', '1.6.0-0'],
    ['1.6.0-rc1', '<', '1.6.0'],
    ['1.6.0', '<', '1.6.0+'],
    ['1.6.0+', '<', '1.6.0+0'],
    ['1.6.0+1', '<', '1.6.1-'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(julia.compare(a, b)).toBe(SIGN[sign]);
    expect(julia.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1.6.0.0', '1.6.0-+', '', 'x'])('does not accept %j, and puts it below every version', (text) => {
    expect(julia.isValid(text)).toBe(false);
    expect(julia.compare(text, '0.0.0')).toBe(-1);
  });
});
