import { compareDigits, digitsEnd } from './digits.ts';
import type { Order } from './scheme.ts';

const DOT = 46;

/**
 * Compares two slices of dot-separated identifiers by SemVer 2.0.0 item 11: numbers by value and below words,
 * words by code unit, and where one slice begins the other, the longer is the greater.
 */
export function compareIdentifiers(
  a: string,
  aStart: number,
  aEnd: number,
  b: string,
  bStart: number,
  bEnd: number,
): Order {
  let i = aStart;
  let j = bStart;
  while (i <= aEnd && j <= bEnd) {
    const aNext = identifierEnd(a, i, aEnd);
    const bNext = identifierEnd(b, j, bEnd);
    const order = compareIdentifier(a, i, aNext, b, j, bNext);
    if (order !== 0) return order;
    i = aNext + 1;
    j = bNext + 1;
  }
  if (i <= aEnd) return 1;
  return j <= bEnd ? -1 : 0;
}

function identifierEnd(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && text.charCodeAt(i) !== DOT) i++;
  return i;
}

function compareIdentifier(a: string, i: number, aEnd: number, b: string, j: number, bEnd: number): Order {
  const aNumeric = i < aEnd && digitsEnd(a, i) >= aEnd;
  const bNumeric = j < bEnd && digitsEnd(b, j) >= bEnd;
  if (aNumeric && bNumeric) return compareDigits(a, i, aEnd, b, j, bEnd);
  if (aNumeric !== bNumeric) return aNumeric ? -1 : 1;
  const length = Math.min(aEnd - i, bEnd - j);
  for (let k = 0; k < length; k++) {
    const difference = a.charCodeAt(i + k) - b.charCodeAt(j + k);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  if (aEnd - i === bEnd - j) return 0;
  return aEnd - i < bEnd - j ? -1 : 1;
}
