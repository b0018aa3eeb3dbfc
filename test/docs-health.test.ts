import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  BEHIND_POINTS,
  FIX_DAYS_POINTS,
  HEALTH_WEIGHTS,
  LANDMARK_DAYS,
  LEAST_AT_RISK,
  LEAST_FIXED,
  LEAST_FIXED_AFTER,
  MAINTAINER_POINTS,
  UPDATE_DAYS_POINTS,
  VULNERABILITY_POINTS,
} from '../packages/core/src/index.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../docs', name), 'utf8');

const rows = read('health.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

it('docs/health.md has the weights and points of the code', () => {
  const pairs = (from: number, to: number) => rows.map((cells) => [cells[from], cells[to]]);
  const numbers = (all: readonly (readonly [unknown, unknown])[]) => all.map(([a, b]) => [String(a), String(b)]);

  expect(pairs(0, 1)).toEqual(expect.arrayContaining(numbers(Object.entries(HEALTH_WEIGHTS))));
  expect(pairs(0, 1)).toEqual(expect.arrayContaining(numbers(Object.entries(VULNERABILITY_POINTS))));
  expect(pairs(3, 4)).toEqual(expect.arrayContaining(numbers(FIX_DAYS_POINTS)));
  expect(pairs(6, 7)).toEqual(expect.arrayContaining(numbers(UPDATE_DAYS_POINTS)));
  expect(rows.slice(-4).map((cells) => cells[1])).toEqual(Object.values(BEHIND_POINTS).map(String));
  expect(rows.slice(-4).map((cells) => cells[10])).toEqual(MAINTAINER_POINTS.map(String));
});

it('docs/predictions.md has the thresholds of the code', () => {
  const text = read('predictions.md');

  expect(text).toContain(`fewer than ${LEAST_FIXED} fixes`);
  expect(text).toContain(`${LEAST_AT_RISK} issues that were open at that age, and ${LEAST_FIXED_AFTER} of them`);
  expect(LANDMARK_DAYS.every((days, i) => i === 0 || days > LANDMARK_DAYS[i - 1]!)).toBe(true);
});
