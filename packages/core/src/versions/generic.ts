import { compareText } from '../ids/order.ts';
import { coarseKey } from './coarse.ts';
import { compareDigits, digitsEnd, isDigit, isLetter, lettersEnd } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/**
 * For versions without a registry's rules: package collections such as nixpkgs, and CVE records of type `custom`.
 *
 * Nix's compareVersions (numbers above words above the end, `pre` below the end), with its `pre` widened to the words
 * every project uses before a release, and a tilde below all, as distributions mean it. A single letter after a number
 * is a later release (1.1.1w), so 2.8.75 < 2.8.123e and 5.4 < 5.4.1.
 */
export const generic: VersionScheme = totalOrder({ id: 'generic', isValid, compareValid, coarseValid });

const TILDE = 0;
const END = 6;
const WORD = 7;
const NUMBER = 8;

const BEFORE_RELEASE: ReadonlyMap<string, number> = new Map([
  ['dev', 1],
  ['nightly', 1],
  ['snapshot', 1],
  ['alpha', 2],
  ['beta', 3],
  ['pre', 4],
  ['preview', 4],
  ['rc', 5],
]);

/** At least one digit, and no character that stands in words such as `n/a`, `< 5.0` or `all versions`. */
function isValid(version: string): boolean {
  let digit = false;
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (isDigit(code)) digit = true;
    else if (!isLetter(code) && !'._-+~:^!'.includes(version.charAt(i))) return false;
  }
  return digit;
}

function compareValid(a: string, b: string): Order {
  let i = skipSeparators(a, afterPrefix(a));
  let j = skipSeparators(b, afterPrefix(b));
  for (;;) {
    const x = rank(a, i);
    const y = rank(b, j);
    if (x !== y) return x < y ? -1 : 1;
    if (x === END) return 0;
    const aNext = tokenEnd(a, i);
    const bNext = tokenEnd(b, j);
    let order: Order = 0;
    if (x === NUMBER) order = compareDigits(a, i, aNext, b, j, bNext);
    else if (x === WORD) order = compareText(a.slice(i, aNext).toLowerCase(), b.slice(j, bNext).toLowerCase());
    if (order !== 0) return order;
    i = skipSeparators(a, aNext);
    j = skipSeparators(b, bNext);
  }
}

function rank(text: string, at: number): number {
  if (at === text.length) return END;
  const code = text.charCodeAt(at);
  if (isDigit(code)) return NUMBER;
  if (!isLetter(code)) return TILDE;
  const end = lettersEnd(text, at);
  return BEFORE_RELEASE.get(text.slice(at, end).toLowerCase()) ?? WORD;
}

function tokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (isDigit(code)) return digitsEnd(text, at);
  return isLetter(code) ? lettersEnd(text, at) : at + 1;
}

function skipSeparators(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code) || isLetter(code) || code === 126) break;
  }
  return i;
}

function coarseValid(version: string): string {
  const numbers: string[] = [];
  let i = skipSeparators(version, afterPrefix(version));
  while (numbers.length < 3 && isDigit(version.charCodeAt(i))) {
    const next = digitsEnd(version, i);
    numbers.push(version.slice(i, next));
    i = skipSeparators(version, next);
  }
  return coarseKey('', numbers);
}

/** The `v` of a tag. */
function afterPrefix(version: string): number {
  return (version.charCodeAt(0) | 32) === 118 && isDigit(version.charCodeAt(1)) ? 1 : 0;
}
