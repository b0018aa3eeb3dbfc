import { compareText } from '../ids/order.ts';
import { compareDigits, digitsEnd } from './digits.ts';
import { isSeparator, type PyPIVersion } from './pypi-parse.ts';
import type { Order } from './scheme.ts';

/**
 * Compares local labels (PEP 440, "Local version identifiers"): none is the least; then part by part,
 * numbers above words, and where one begins the other, the longer is the greater.
 */
export function compareLocal(a: PyPIVersion, b: PyPIVersion): Order {
  let i = a.local.start;
  let j = b.local.start;
  while (i < a.local.end && j < b.local.end) {
    const aNext = partEnd(a.text, i, a.local.end);
    const bNext = partEnd(b.text, j, b.local.end);
    const order = comparePart(a.text, i, aNext, b.text, j, bNext);
    if (order !== 0) return order;
    i = aNext + 1;
    j = bNext + 1;
  }
  if (i < a.local.end) return 1;
  return j < b.local.end ? -1 : 0;
}

function partEnd(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && !isSeparator(text.charCodeAt(i))) i++;
  return i;
}

function comparePart(a: string, i: number, aEnd: number, b: string, j: number, bEnd: number): Order {
  const aNumeric = digitsEnd(a, i) === aEnd;
  const bNumeric = digitsEnd(b, j) === bEnd;
  if (aNumeric && bNumeric) return compareDigits(a, i, aEnd, b, j, bEnd);
  if (aNumeric !== bNumeric) return aNumeric ? 1 : -1;
  return compareText(a.slice(i, aEnd), b.slice(j, bEnd));
}
