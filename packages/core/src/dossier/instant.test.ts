import { describe, expect, it } from 'vitest';
import { daysBetween } from './instant.ts';

describe('daysBetween', () => {
  it.each([
    ['2099-01-01T00:00:00Z', '2099-01-02T23:00:00Z', 1],
    ['2099-01-02T23:00:00Z', '2099-01-01T00:00:00Z', -1],
    ['2099-01-01T00:00:00Z', '2098-12-31T23:00:00Z', 0],
  ])('from %s to %s are %d', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});
