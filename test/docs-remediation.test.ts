import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOsv } from '../packages/core/src/ranges/osv.ts';
import { MAJOR_RULES } from '../packages/core/src/remediation/major.ts';
import { planPackage } from '../packages/core/src/remediation/plan-package.ts';
import { STAYING_REASONS } from '../packages/core/src/remediation/stays.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/remediation.md'), 'utf8');

/** The rows of the table that begins with these headings. */
function table(...headings: readonly string[]): string[][] {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => cells(line).join() === headings.join());
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return at < 0 ? [] : rows.slice(0, end).map(cells);
}

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

describe('docs/remediation.md', () => {
  it('has every reason for which a finding stays', () => {
    expect(table('Reason', 'Because')).toEqual(Object.entries(STAYING_REASONS));
  });

  it('has what is a major version by every order', () => {
    const listed = table('Major', 'Orders').flatMap(([major = '', orders = '']) =>
      orders.split(', ').map((order) => [order, major] as const),
    );

    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(MAJOR_RULES));
    expect(listed).toHaveLength(MAJOR_RULES.size);
  });

  it('has an example that comes out as it says', () => {
    const [records, expected] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) =>
      JSON.parse(text),
    ) as [object[], object];

    const plan = planPackage({
      question: { package: 'left', version: '1.2.0', ecosystem: 'npm' },
      collection: [],
      issues: [],
      found: records.flatMap((record) => readOsv(record).assertions.map((assertion) => ({ assertion, sha256: null }))),
      aliases: [],
      records: [],
      sources: [{ source: 'osv', state: 'ok' }],
    });

    const { status, current, target, crossesMajor, clears, opens, stays, proof } = plan;
    expect({
      status,
      current,
      target,
      crossesMajor,
      clears: clears.map(({ id }) => id),
      opens,
      stays,
      smaller: proof?.smaller,
    }).toEqual(expected);
  });
});
