import type { VersionScheme } from '../versions/scheme.ts';
import { boundAt } from './bound.ts';
import type { Bound, Interval } from './model.ts';

/** One comparison of an expression: `>= 1.0`. A lone version is `=`. */
export interface Comparison {
  readonly operator: '<' | '<=' | '=' | '>=' | '>';
  readonly version: string;
}

/**
 * Reads the range expressions of the GitHub advisory database: comparisons joined by commas, each `operator version`,
 * with or without a space (`>= 4.3.0, < 4.3.5`, `<=1.0.2`, `= 0.2.0`, `1.0`). Null for anything else.
 */
export function comparisonsOf(expression: string): Comparison[] | null {
  const comparisons: Comparison[] = [];
  for (const part of expression.split(',')) {
    const comparison = comparisonOf(part.trim());
    if (comparison === null) return null;
    comparisons.push(comparison);
  }
  return comparisons;
}

/** The operator at the start of a text and how many characters it takes; `≤`, `=<` and `==` are seen in the wild. */
export function operatorAt(text: string, at: number): { operator: Comparison['operator']; length: number } | null {
  const two = OPERATORS.get(text.slice(at, at + 2));
  if (two !== undefined) return { operator: two, length: 2 };
  const one = OPERATORS.get(text.slice(at, at + 1));
  return one === undefined ? null : { operator: one, length: 1 };
}

/** The interval that satisfies every comparison: of two bounds on one side the tighter holds. */
export function conjunctionOf(comparisons: readonly Comparison[], scheme: VersionScheme): Interval {
  let from: Bound | null = null;
  let to: Bound | null = null;
  for (const { operator, version } of comparisons) {
    const inclusive = operator !== '<' && operator !== '>';
    if (operator !== '<' && operator !== '<=' && !isZero(operator, version)) {
      const bound = boundAt(version, inclusive);
      const order: number = from === null ? 1 : scheme.compare(version, from.version);
      if (order > 0 || (order === 0 && !inclusive)) from = bound;
    }
    if (operator !== '>' && operator !== '>=') {
      const bound = boundAt(version, inclusive);
      const order: number = to === null ? -1 : scheme.compare(version, to.version);
      if (order < 0 || (order === 0 && !inclusive)) to = bound;
    }
  }
  return { from, to };
}

const OPERATORS: ReadonlyMap<string, Comparison['operator']> = new Map([
  ['<', '<'],
  ['<=', '<='],
  ['=<', '<='],
  ['≤', '<='],
  ['=', '='],
  ['==', '='],
  ['>=', '>='],
  ['=>', '>='],
  ['≥', '>='],
  ['>', '>'],
]);

function comparisonOf(part: string): Comparison | null {
  const found = operatorAt(part, 0);
  const version = part.slice(found?.length ?? 0).trim();
  if (version === '' || !isOneWord(version)) return null;
  return { operator: found?.operator ?? '=', version };
}

/** `> 0` and `>= 0` are how the database writes "everything". */
function isZero(operator: Comparison['operator'], version: string): boolean {
  return version === '0' && operator !== '=';
}

function isOneWord(version: string): boolean {
  for (const character of version)
    if (character === ' ' || character === '\t' || OPERATORS.has(character)) return false;
  return true;
}
