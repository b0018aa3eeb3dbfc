import { describe, expect, it } from 'vitest';
import { daysBetween, instantOf } from './instant.ts';

describe('instantOf', () => {
  it.each([
    ['2024-01-24T17:52:22.842Z', '2024-01-24T17:52:22.842Z'],
    ['2024-01-24T17:52:22', '2024-01-24T17:52:22.000Z'],
    ['2024-01-24', '2024-01-24T00:00:00.000Z'],
    [' 2024-01-24T17:52:22+02:00 ', '2024-01-24T15:52:22.000Z'],
    ['2024-01-24 17:52:22.1234567 +0200', '2024-01-24T15:52:22.123Z'],
    ['0001-01-01T00:00:00Z', null],
    ['2024-13-01', null],
    ['soon', null],
    [7, null],
    [null, null],
  ])('%j is %j', (written, read) => {
    expect(instantOf(written)).toBe(read);
  });
});

describe('daysBetween', () => {
  it.each([
    ['2099-01-01T00:00:00Z', '2099-01-02T23:00:00Z', 1],
    ['2099-01-02T23:00:00Z', '2099-01-01T00:00:00Z', -1],
    ['2099-01-01T00:00:00Z', '2098-12-31T23:00:00Z', 0],
  ])('from %s to %s are %d', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});
