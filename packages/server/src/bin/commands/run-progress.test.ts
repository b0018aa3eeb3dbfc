import { describe, expect, it } from 'vitest';
import { describeProgress } from './run-progress.ts';

const startedAt = new Date('2026-01-01T00:00:00Z');
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);

describe('the progress of a run', () => {
  it.each([
    [{ seen: 900, expected: 1_500, changed: 12 }, 20, '900/1500 (60 %), 45/s, 12 changed, 14 s left'],
    [{ seen: 0, expected: 1_500, changed: 0 }, 0, '0/1500 (0 %), 0.0/s, 0 changed'],
    [{ seen: 5, expected: null, changed: 5 }, 10, '5/?, 0.5/s, 5 changed'],
    [{ seen: 1_000, expected: 400_000, changed: 1_000 }, 20, '1000/400000 (0 %), 50/s, 1000 changed, 2 h 13 min left'],
    [{ seen: 1_000, expected: 10_000, changed: 1 }, 10, '1000/10000 (10 %), 100/s, 1 changed, 2 min left'],
    [{ seen: 160, expected: 150, changed: 1 }, 10, '160/150 (100 %), 16/s, 1 changed, 0 s left'],
    [{ seen: 10, expected: 20, changed: 0 }, -5, '10/20 (50 %), 0.0/s, 0 changed'],
  ])('of %j after %d s is told as it is', (counts, seconds, told) => {
    expect(describeProgress('kev bulk', { ...counts, startedAt }, after(seconds))).toBe(`kev bulk: ${told}`);
  });
});
