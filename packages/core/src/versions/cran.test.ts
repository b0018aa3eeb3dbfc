import { describe, expect, it } from 'vitest';
import { cran } from './cran.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe("R's package_version", () => {
  it.each([
    ['1.2-3', '=', '1.2.3'],
    ['1.2', '<', '1.2.0'],
    ['0.9', '<', '0.75'],
    ['1.02', '=', '1.2'],
    ['1.2-9', '<', '1.2.10'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(cran.compare(a, b)).toBe(SIGN[sign]);
    expect(cran.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['01.02-3'])('accepts %j', (text) => {
    expect(cran.isValid(text)).toBe(true);
  });

  it.each(['1.2a', '1..2', '1.', '-1', '', '1_2', '1.2-'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(cran.isValid(text)).toBe(false);
      expect(cran.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
