import { describe, expect, it } from 'vitest';
import { hex } from './hex.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe("Elixir's Version", () => {
  it.each([
    ['1.7.9', '<', '1.7.10'],
    ['1.7.0-dev', '<', '1.7.0'],
    ['1.7.0-rc.0', '<', '1.7.0-rc.1'],
    ['1.7.0+a', '=', '1.7.0+b'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(hex.compare(a, b)).toBe(SIGN[sign]);
    expect(hex.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['1.7', 'v1.7.0'])('does not accept %j, and puts it below every version', (text) => {
    expect(hex.isValid(text)).toBe(false);
    expect(hex.compare(text, '0.0.0')).toBe(-1);
  });
});
