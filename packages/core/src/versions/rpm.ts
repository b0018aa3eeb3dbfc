import { coarseKey } from './coarse.ts';
import { compareDigits, digitsEnd, isDigit, isLetter, lettersEnd } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

const TILDE = 126;
const CARET = 94;

/**
 * The RPM distributions: `[epoch:]version[-release]`, each part by rpmvercmp.
 * No epoch is epoch 0; no release is below every release. What stands before a colon is an epoch only if it is digits.
 */
export const rpm: VersionScheme = totalOrder({ id: 'rpm', isValid, compareValid, coarseValid });

function isValid(version: string): boolean {
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (code < 33 || code === 127) return false;
  }
  return versionEnd(version) > versionStart(version);
}

function compareValid(a: string, b: string): Order {
  const aStart = versionStart(a);
  const bStart = versionStart(b);
  const aEnd = versionEnd(a);
  const bEnd = versionEnd(b);
  const order =
    compareDigits(a, 0, Math.max(aStart - 1, 0), b, 0, Math.max(bStart - 1, 0)) ||
    compareSegments(a, aStart, aEnd, b, bStart, bEnd);
  if (order !== 0) return order;
  if (aEnd === a.length || bEnd === b.length) {
    if (aEnd === a.length && bEnd === b.length) return 0;
    return aEnd === a.length ? -1 : 1;
  }
  return compareSegments(a, aEnd + 1, a.length, b, bEnd + 1, b.length);
}

/**
 * rpmvercmp: segments of digits or of letters; everything between them only separates.
 * At one place: tilde, then the end, then caret, then letters, then digits.
 */
function compareSegments(a: string, aStart: number, aEnd: number, b: string, bStart: number, bEnd: number): Order {
  let i = aStart;
  let j = bStart;
  for (;;) {
    i = skipSeparators(a, i, aEnd);
    j = skipSeparators(b, j, bEnd);
    const x = rank(a, i, aEnd);
    const y = rank(b, j, bEnd);
    if (x !== y) return x < y ? -1 : 1;
    if (x === END) return 0;
    if (x === DIGITS) {
      const aNext = digitsEnd(a, i);
      const bNext = digitsEnd(b, j);
      const order = compareDigits(a, i, aNext, b, j, bNext);
      if (order !== 0) return order;
      i = aNext;
      j = bNext;
    } else if (x === LETTERS) {
      const aNext = lettersEnd(a, i);
      const bNext = lettersEnd(b, j);
      const left = a.slice(i, aNext);
      const right = b.slice(j, bNext);
      if (left !== right) return left < right ? -1 : 1;
      i = aNext;
      j = bNext;
    } else {
      i++;
      j++;
    }
  }
}

const END = 1;
const LETTERS = 3;
const DIGITS = 4;

function rank(text: string, at: number, end: number): number {
  if (at >= end) return END;
  const code = text.charCodeAt(at);
  if (code === TILDE) return 0;
  if (code === CARET) return 2;
  return isDigit(code) ? DIGITS : LETTERS;
}

function skipSeparators(text: string, start: number, end: number): number {
  let i = start;
  while (i < end) {
    const code = text.charCodeAt(i);
    if (isDigit(code) || isLetter(code) || code === TILDE || code === CARET) break;
    i++;
  }
  return i;
}

function coarseValid(version: string): string {
  const start = versionStart(version);
  const end = versionEnd(version);
  const numbers: string[] = [];
  let i = skipSeparators(version, start, end);
  while (numbers.length < 3 && isDigit(version.charCodeAt(i))) {
    const next = digitsEnd(version, i);
    numbers.push(version.slice(i, next));
    i = skipSeparators(version, next, end);
  }
  return coarseKey(version.slice(0, Math.max(start - 1, 0)), numbers);
}

function versionStart(version: string): number {
  const digits = digitsEnd(version, 0);
  return version.charCodeAt(digits) === 58 ? digits + 1 : 0;
}

function versionEnd(version: string): number {
  const hyphen = version.indexOf('-', versionStart(version));
  return hyphen < 0 ? version.length : hyphen;
}
