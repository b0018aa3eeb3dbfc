import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  BEHIND_POINTS,
  FIX_DAYS_POINTS,
  HEALTH_WEIGHTS,
  MAINTAINER_POINTS,
  UPDATE_DAYS_POINTS,
  VULNERABILITY_POINTS,
} from '../packages/core/src/health/score.ts';
import { LEAST_FIXED } from '../packages/core/src/survival/benchmarks.ts';
import { LANDMARK_DAYS, LEAST_AT_RISK, LEAST_FIXED_AFTER } from '../packages/core/src/survival/fix-strata.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../docs', name), 'utf8');

/** The first two cells of each row of the table that begins with this heading. */
function table(heading: string): string[][] {
  const [, below = ''] = read('insights.md').split(new RegExp(`^\\| ${heading} .*\\n\\| -.*\\n`, 'm'));
  const rows = (/^(?:\|.*\n)+/.exec(below)?.[0] ?? '').trim().split('\n');
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

it('docs/insights.md has the weights and points of the code', () => {
  const texts = (all: readonly (readonly [unknown, unknown])[]) => all.map(([a, b]) => [String(a), String(b)]);
  const listOf = (title: string) => {
    const [, list = ''] = new RegExp(`\\bPoints ${title}: (.+)$`, 'm').exec(read('insights.md')) ?? [];
    return list.split(', ').map((item) => item.split(': '));
  };
  const points = (title: string) => listOf(title).map(([, value]) => value);

  expect(table('Part')).toEqual(texts(Object.entries(HEALTH_WEIGHTS)));
  expect(listOf('by severity')).toEqual(texts(Object.entries(VULNERABILITY_POINTS)));
  expect(listOf('by median days to a fix')).toEqual(texts(FIX_DAYS_POINTS));
  expect(listOf('by days since the last change')).toEqual(texts(UPDATE_DAYS_POINTS));
  expect(points('behind the newest')).toEqual(Object.values(BEHIND_POINTS).map(String));
  expect(points('by maintainers')).toEqual(MAINTAINER_POINTS.map(String));
});

it('docs/insights.md has the thresholds of the code', () => {
  const text = read('insights.md');

  expect(text).toContain(`fewer than ${LEAST_FIXED} fixes`);
  expect(text).toContain(`${LEAST_AT_RISK} issues that were open at that age, and ${LEAST_FIXED_AFTER} of them`);
  expect(LANDMARK_DAYS.every((days, i) => i === 0 || days > LANDMARK_DAYS[i - 1]!)).toBe(true);
});
