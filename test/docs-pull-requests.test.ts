import { expect, it } from 'vitest';
import { PULL_LIMITS } from '../packages/core/src/pull-request/limits.ts';
import { PULL_RULES } from '../packages/core/src/pull-request/rules/index.ts';
import { readPage } from './docs-pages.ts';

it('docs/remediation.md has every rule with its examples, in their order', () => {
  const [, table = ''] = /^\| Rule .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage('docs/remediation.md')) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  expect(rows).toEqual(
    PULL_RULES.map(({ id, severity, summary, bad, good }) => [`\`${id}\``, `\`${severity}\``, summary, bad, good]),
  );
});

it('docs/remediation.md has every limit', () => {
  const [, table = ''] = /^\| Of .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage('docs/remediation.md')) ?? [];
  const numbers = [...table.matchAll(/\| ([\d,]+) +\|$/gm)].map(([, number = '']) =>
    Number(number.replaceAll(',', '')),
  );

  expect(numbers).toEqual(Object.values(PULL_LIMITS));
});
