import { describe, expect, it } from 'vitest';
import { pub } from './pub.ts';

const SIGN = { '<': -1, '=': 0, '>': 1 } as const;

describe('Dart pub', () => {
  it.each([
    ['2.1.0+1', '>', '2.1.0'],
    ['2.1.0+10', '>', '2.1.0+9'],
    ['2.1.0+9', '<', '2.1.0+a'],
    ['2.1.0-dev+1', '<', '2.1.0'],
    ['2.1.0+1', '<', '2.1.1-dev'],
    ['v2.1.0', '=', '2.1.0'],
    ['2.1.0+1', '<', '2.1.0+1.1'],
    ['2.1.0+a', '<', '2.1.0+b'],
    ['2.1.0-dev', '<', '2.1.0-dev+1'],
    ['2.1.0-a+9', '<', '2.1.0-b'],
  ] as const)('%s %s %s', (a, sign, b) => {
    expect(pub.compare(a, b)).toBe(SIGN[sign]);
    expect(pub.compare(b, a)).toBe(0 - SIGN[sign]);
  });

  it.each(['2.1.0-dev.1+2'])('accepts %j', (text) => {
    expect(pub.isValid(text)).toBe(true);
  });

  it.each(['2.1.0+', 'any', '2.1.0.0', '2.1.0+a+b', '2.1.0-', ''])(
    'does not accept %j, and puts it below every version',
    (text) => {
      expect(pub.isValid(text)).toBe(false);
      expect(pub.compare(text, '0.0.0')).toBe(-1);
    },
  );
});
