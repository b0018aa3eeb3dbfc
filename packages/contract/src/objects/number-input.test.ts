import { describe, expect, it } from 'vitest';
import { cutIntegerInput, decimalInput, integerInput } from './number-input.ts';

describe('a number in an address', () => {
  it.each([
    ['5', 5],
    ['007', 7],
    ['30', 30],
    [30, 30],
    [undefined, 7],
  ])('is an integer in digits: %j', (given, value) => {
    expect(integerInput({ min: 1, max: 30, usual: 7 }).parse(given)).toBe(value);
  });

  it.each(['', '0', '31', '0x10', '1e1', ' 5', '5 ', '+5', '-5', '5.0', '5.', '٥', null, ['5'], true, 5.5])(
    'is nothing else: %j',
    (given) => {
      expect(integerInput({ min: 1, max: 30, usual: 7 }).safeParse(given).error?.issues[0]?.message).toBe(
        'expected an integer from 1 to 30',
      );
    },
  );

  it.each([
    ['200', 200],
    ['201', 200],
    ['1'.padEnd(400, '0'), 200],
  ])('is cut where it is a bound: %s', (given, value) => {
    expect(cutIntegerInput({ min: 1, max: 200, usual: 50 }).parse(given)).toBe(value);
  });

  it.each([
    ['0.25', 0.25],
    ['1', 1],
  ])('is a decimal fraction: %s', (given, value) => {
    expect(decimalInput({ min: 0, max: 1 }).parse(given)).toBe(value);
  });

  it.each(['1.01', '1e-3', '.5', '0,5', '-0.1', 'NaN'])('is no other fraction: %s', (given) => {
    expect(decimalInput({ min: 0, max: 1 }).safeParse(given).success).toBe(false);
  });
});
