import { describe, expect, it } from 'vitest';
import { nuget } from './nuget.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('NuGet', () => {
  it.each([
    ['4.3', '=', '4.3.0.0'],
    ['4.3.0.1', '>', '4.3.0'],
    ['4.3.0-Beta', '=', '4.3.0-beta'],
    ['8.0.0-preview.7', '<', '8.0.0-rc.1'],
    ['8.0.0-preview.7.23375.6', '<', '8.0.0-preview.10'],
    ['4.3.0+sha.1', '=', '4.3.0'],
    ['4.03', '=', '4.3'],
    ['4.3.0.1', '<', '4.3.0.2'],
    ['4.3.0.9-beta', '<', '4.3.0.9'],
    ['4.3.0-a', '<', '4.3.0-B'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(nuget.compare(a, b)).toBe(SIGN[sign]);
    expect(nuget.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['4', '4.3-beta', '4.3.0.0-beta', '4.3.0-01'])('accepts %j', (text) => {
    expect(nuget.isValid(text)).toBe(true);
  });

  it.each(['4.3.0.0.1', 'v4.3', '4.3.0-', '', '4.3.', '4.3.0-a..b', '4.3.0+'])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(nuget.isValid(text)).toBe(false);
      expect(nuget.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
