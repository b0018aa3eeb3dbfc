import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import { findRegExpLiterals } from './redos-literals.ts';

const packages = path.resolve(import.meta.dirname, '../..');

/** Expressions that were proven linear, one to a line: a proof takes up to ten seconds, and never changes. */
export const PROVEN_FILE = path.resolve(import.meta.dirname, 'redos-proven.txt');

export interface Literal {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

/** Every regular expression of the product, with the place it stands in. */
export function everyLiteral(): Literal[] {
  return globSync('*/src/**/*.ts', { cwd: packages, exclude: ['**/node_modules/**'] })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const literals = findRegExpLiterals(readFileSync(path.join(packages, file), 'utf8'));
      return literals.map(({ source, flags, line }) => ({ source, flags, place: `${file}:${line}` }));
    });
}

/** Linear, or the reason why not. */
export function complaint(source: string, flags: string): string | null {
  if (isTriviallyLinear(source)) return null;
  const diagnosis = checkSync(source, flags, { timeout: 30_000 });
  if (diagnosis.status === 'safe') return null;
  return diagnosis.status === 'vulnerable' ? diagnosis.complexity.summary : `unknown: ${diagnosis.error.kind}`;
}

/** Without repetition the ways to match do not grow with the input. */
export function isTriviallyLinear(source: string): boolean {
  return !/[*+{]/.test(source);
}

/** Proves each expression once, and returns those that are not linear, with their places. */
export function complaintsAbout(literals: readonly Literal[]): string[] {
  const byText = Map.groupBy(literals, textOf);
  return [...byText].flatMap(([text, [first, ...others]]) => {
    const found = first === undefined ? null : complaint(first.source, first.flags);
    return found === null ? [] : [first, ...others].map((one) => `${one?.place} ${text} ${found}`);
  });
}

export function textOf({ source, flags }: Literal): string {
  return `/${source}/${flags}`;
}
