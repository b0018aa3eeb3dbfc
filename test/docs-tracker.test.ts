import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PULL_RELATIONS } from '../packages/core/src/tracker/linked-pulls.ts';
import { RISK_RULES } from '../packages/core/src/tracker/risk.ts';

const rows = readFileSync(path.resolve(import.meta.dirname, '../docs/tracker.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

it('docs/tracker.md has the relations and the rules of risk, in their order', () => {
  expect(rows.slice(0, PULL_RELATIONS.length).map(([name]) => name)).toEqual([...PULL_RELATIONS]);
  expect(rows.slice(PULL_RELATIONS.length, PULL_RELATIONS.length + RISK_RULES.length)).toEqual(
    RISK_RULES.map(([rule, meaning]) => [rule, meaning]),
  );
});
