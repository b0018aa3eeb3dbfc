import { describe, expect, it } from 'vitest';
import { hackage } from './hackage.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe("Cabal's Version", () => {
  it.each([
    ['0.4.1', '<', '0.4.10'],
    ['0.4', '<', '0.4.0'],
    ['9.4.7', '<', '9.6'],
    ['0.9', '<', '0.10'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(hackage.compare(a, b)).toBe(SIGN[sign]);
    expect(hackage.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['0', '0.0', '10.20.30'])('accepts %j', (text) => {
    expect(hackage.isValid(text)).toBe(true);
  });

  it.each(['0.04', '1.2-3', '1.', '', '00', '01.2', 'a', '1.a'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(hackage.isValid(text)).toBe(false);
      expect(hackage.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
