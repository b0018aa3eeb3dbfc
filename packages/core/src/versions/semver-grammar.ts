import { digitsEnd, isDigit, isLetter } from './digits.ts';

const DOT = 46;
const HYPHEN = 45;
const PLUS = 43;
const ZERO = 48;

/** How far a dialect departs from SemVer 2.0.0. */
export interface Dialect {
  /** The fewest and the most numbers before the pre-release. */
  readonly numbers: readonly [least: number, most: number];
  /** Whether `1.02.0` and `1.0.0-01` are versions. */
  readonly leadingZeros: boolean;
  /** Whether a pre-release or build may follow fewer than three numbers. */
  readonly shortPrerelease: boolean;
}

/** SemVer 2.0.0 itself. */
export const STRICT: Dialect = { numbers: [3, 3], leadingZeros: false, shortPrerelease: false };

/** Whether `text` from `start` on reads `numbers [-prerelease] [+build]`. */
export function isSemver(text: string, start: number, dialect: Dialect): boolean {
  let i = start;
  let count = 0;
  for (;;) {
    const end = digitsEnd(text, i);
    if (end === i || (!dialect.leadingZeros && text.charCodeAt(i) === ZERO && end > i + 1)) return false;
    i = end;
    count++;
    if (text.charCodeAt(i) !== DOT) break;
    i++;
  }
  if (count < dialect.numbers[0] || count > dialect.numbers[1]) return false;
  if (i === text.length) return true;
  if (count < 3 && !dialect.shortPrerelease) return false;
  if (text.charCodeAt(i) === HYPHEN) i = identifiersEnd(text, i + 1, dialect.leadingZeros);
  if (text.charCodeAt(i) === PLUS) i = identifiersEnd(text, i + 1, true);
  return i === text.length;
}

/** The end of the numbers and dots that start at `start`. */
export function numbersEnd(text: string, start: number): number {
  let i = digitsEnd(text, start);
  while (text.charCodeAt(i) === DOT && isDigit(text.charCodeAt(i + 1))) i = digitsEnd(text, i + 1);
  return i;
}

/** Where the build metadata begins, or the length of the text. */
export function buildStart(text: string, from: number): number {
  const plus = text.indexOf('+', from);
  return plus < 0 ? text.length : plus;
}

/** 1 when the text begins with `v`, the prefix of tags, else 0. */
export function afterV(text: string): number {
  return text.charCodeAt(0) === 118 ? 1 : 0;
}

/** The end of dot-separated identifiers, or -1 where one is empty or, unless allowed, a number with a leading zero. */
function identifiersEnd(text: string, start: number, leadingZeros: boolean): number {
  let i = start;
  for (;;) {
    const from = i;
    let numeric = true;
    for (; ; i++) {
      const code = text.charCodeAt(i);
      if (isDigit(code)) continue;
      if (!isLetter(code) && code !== HYPHEN) break;
      numeric = false;
    }
    if (i === from) return -1;
    if (numeric && !leadingZeros && i > from + 1 && text.charCodeAt(from) === ZERO) return -1;
    if (text.charCodeAt(i) !== DOT) return i;
    i++;
  }
}
