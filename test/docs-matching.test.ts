import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIDENCE_RULES } from '../packages/core/src/matching/decide/confidence.ts';
import { REQUIRED_SOURCES } from '../packages/core/src/matching/decide/required-sources.ts';
import { PACKAGE_VERDICTS, UNKNOWN_REASONS } from '../packages/core/src/matching/decide/verdict.ts';
import {
  COLLECTION_RULES,
  EXACT_FROM,
  IDENTITY_RULES,
  LIKELY_FROM,
  POSSIBLE_FROM,
} from '../packages/core/src/matching/resolve/identity-rules.ts';
import { NAME_RULES } from '../packages/core/src/names/rules.ts';
import { ECOSYSTEM_RULES } from '../packages/core/src/purl/ecosystems.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/matching.md'), 'utf8');

/** The rows of the table that begins with these headings. */
function table(...headings: readonly string[]): string[][] {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => headings.every((heading, index) => cells(line)[index] === heading));
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

interface Weighed {
  readonly id: string;
  readonly weight: number;
  readonly reason: string;
}

const shown = (rules: readonly Weighed[]) => rules.map(({ id, weight, reason }) => [id, String(weight), reason]);

describe('docs/matching.md', () => {
  it.each<[string, string, string, readonly Weighed[]]>([
    ['identity', 'Rule', 'Holds when', IDENTITY_RULES],
    ['the collection’s names', 'Naming', 'Because', COLLECTION_RULES],
    ['variations', 'Variation', 'Because', NAME_RULES],
  ])('has the rules of %s with their weights', (_, id, reason, rules) => {
    expect(table(id, 'Weight', reason)).toEqual(shown(rules));
  });

  it('has the rules of confidence in their order', () => {
    const rules = CONFIDENCE_RULES.map(({ id, confidence, reason }) => [id, confidence, reason]);

    expect(table('Confidence rule', 'Confidence', 'Applies when')).toEqual(rules);
  });

  it('has the verdicts, and the reasons for unknown with what they mean', () => {
    expect(table('Verdict', 'Means').map(([verdict]) => verdict)).toEqual(PACKAGE_VERDICTS);
    expect(table('Reason for unknown', 'Means')).toEqual(UNKNOWN_REASONS);
  });

  it('has the ecosystems whose records do not name the package itself', () => {
    const [sources, repositories] = table('Records name', 'Ecosystems').map(([, ecosystems]) => ecosystems);
    const named = (by: string) =>
      ECOSYSTEM_RULES.flatMap(({ recordsName, ecosystem }) => (recordsName === by ? [ecosystem] : []));

    expect(sources?.split(', ')).toEqual(named('source'));
    expect(repositories?.split(', ')).toEqual(named('repository'));
  });

  it('has the coverage table', () => {
    const rows = REQUIRED_SOURCES.map(({ id, subject, sources }) => [id, subject, sources.join(', ')]);

    expect(table('Kind', 'Asked about', 'Required sources')).toEqual(rows);
  });

  it('has the thresholds', () => {
    expect(page).toContain(
      `From ${EXACT_FROM} on an identity is **exact**, from ${LIKELY_FROM} on **likely**; below ${POSSIBLE_FROM} it is not reported.`,
    );
  });

  it('has rules that get weaker, each with a weight up to 1 and a reason', () => {
    const weights = IDENTITY_RULES.map(({ weight }) => weight);

    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(COLLECTION_RULES.filter(({ weight }) => weight > 1 || weight <= 0)).toEqual([]);
  });
});
