import { compareText } from '../ids/order.ts';
import { coarseKey } from './coarse.ts';
import { compareDigits, compareNumbers, digitsEnd, isDigit, isLetter, lettersEnd } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { numbersEnd } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

const HYPHEN = 45;
const DOT = 46;

/**
 * RubyGems: `Gem::Version`. Segments of digits or letters; a word is below a number, and missing segments are zeros.
 * A hyphen reads as `.pre.`. The empty string, which `Gem::Version` takes for 0, is no version here.
 */
export const rubygems: VersionScheme = totalOrder({ id: 'rubygems', isValid, compareValid, coarseValid });

function isValid(version: string): boolean {
  if (!isDigit(version.charCodeAt(0))) return false;
  let i = digitsEnd(version, 0);
  let hyphenated = false;
  while (i < version.length) {
    const mark = version.charCodeAt(i);
    if (mark === HYPHEN && !hyphenated) hyphenated = true;
    else if (mark !== DOT) return false;
    const start = i + 1;
    i = start;
    for (; i < version.length; i++) {
      const code = version.charCodeAt(i);
      if (!isDigit(code) && !isLetter(code) && !(hyphenated && code === HYPHEN)) break;
    }
    if (i === start) return false;
  }
  return true;
}

function compareValid(a: string, b: string): Order {
  if (numbersEnd(a, 0) === a.length && numbersEnd(b, 0) === b.length) {
    return compareNumbers(a, 0, a.length, b, 0, b.length, 'padded');
  }
  const left = canonicalSegments(a);
  const right = canonicalSegments(b);
  const length = Math.max(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const order = compareSegment(left[i] ?? '0', right[i] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegment(a: string, b: string): Order {
  const aNumeric = isDigit(a.charCodeAt(0));
  const bNumeric = isDigit(b.charCodeAt(0));
  if (aNumeric && bNumeric) return compareDigits(a, 0, a.length, b, 0, b.length);
  if (aNumeric !== bNumeric) return aNumeric ? 1 : -1;
  return compareText(a, b);
}

/** The segments without the zeros before the first word: 1.0.0.a = 1.a. Those at the end are equal to none. */
function canonicalSegments(version: string): string[] {
  const segments: string[] = [];
  let words = false;
  for (let i = 0; i < version.length; ) {
    const code = version.charCodeAt(i);
    let segment = 'pre';
    let next = i + 1;
    if (isDigit(code)) {
      next = digitsEnd(version, i);
      segment = version.slice(i, next);
    } else if (isLetter(code)) {
      next = lettersEnd(version, i);
      segment = version.slice(i, next);
    }
    i = next;
    if (code === DOT) continue;
    if (!words && !isDigit(code)) {
      words = true;
      dropZeros(segments);
    }
    segments.push(segment);
  }
  return segments;
}

function dropZeros(segments: string[]): void {
  for (let last = segments.at(-1); last !== undefined && isZero(last); last = segments.at(-1)) segments.pop();
}

function isZero(segment: string): boolean {
  return isDigit(segment.charCodeAt(0)) && compareDigits(segment, 0, segment.length, '', 0, 0) === 0;
}

function coarseValid(version: string): string {
  const numbers: string[] = [];
  for (let i = 0; isDigit(version.charCodeAt(i)) && numbers.length < 3; ) {
    const end = digitsEnd(version, i);
    numbers.push(version.slice(i, end));
    i = end + 1;
    if (version.charCodeAt(end) !== DOT) break;
  }
  return coarseKey('', numbers);
}
