import { expect, it } from 'vitest';
import { longestPause } from './pauses.ts';

it.each<[string, number[], number | null]>([
  ['nothing', [], null],
  ['two days, which are too few', [10, 12], null],
  ['every day', [10, 11, 12], 1],
  ['in no order', [30, 10, 12], 18],
  ['a record that is dated to the year 1', [-719_162, 10, 11, 12], 1],
  ['a pause that is long past', [1, ...Array.from({ length: 20 }, (_, i) => 1000 + i)], 1],
])('%s', (_name, days, pause) => {
  expect(longestPause(days)).toBe(pause === null ? null : pause * 86_400);
});
