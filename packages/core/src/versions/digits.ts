import type { Order } from './scheme.ts';

const ZERO = 48;
const NINE = 57;

/** Whether the code unit is an ASCII digit; false past the end of a string, where `charCodeAt` gives NaN. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether the code unit is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** The end of the run of digits that starts at `start`: `start` itself where there is none. */
export function digitsEnd(text: string, start: number): number {
  let i = start;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** The end of the run of ASCII letters that starts at `start`. */
export function lettersEnd(text: string, start: number): number {
  let i = start;
  while (isLetter(text.charCodeAt(i))) i++;
  return i;
}

/**
 * Compares two slices of digits as numbers of any size; an empty slice is zero.
 * Digit by digit, because BigInt parses long input in more than linear time.
 */
export function compareDigits(a: string, aStart: number, aEnd: number, b: string, bStart: number, bEnd: number): Order {
  let i = aStart;
  let j = bStart;
  while (i < aEnd && a.charCodeAt(i) === ZERO) i++;
  while (j < bEnd && b.charCodeAt(j) === ZERO) j++;
  if (aEnd - i !== bEnd - j) return aEnd - i < bEnd - j ? -1 : 1;
  for (; i < aEnd; i++, j++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(j);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

/**
 * Compares two slices of numbers, each parted from the next by one character.
 * Where one runs out, the missing numbers are zeros (`padded`) or it is the lesser (`shorter-first`).
 */
export function compareNumbers(
  a: string,
  aStart: number,
  aEnd: number,
  b: string,
  bStart: number,
  bEnd: number,
  ending: 'padded' | 'shorter-first',
): Order {
  let i = aStart;
  let j = bStart;
  while (i < aEnd && j < bEnd) {
    const aNext = digitsEnd(a, i);
    const bNext = digitsEnd(b, j);
    const order = compareDigits(a, i, aNext, b, j, bNext);
    if (order !== 0) return order;
    i = aNext + 1;
    j = bNext + 1;
  }
  if (i < aEnd) return ending === 'shorter-first' || hasNonZero(a, i, aEnd) ? 1 : 0;
  if (j < bEnd) return ending === 'shorter-first' || hasNonZero(b, j, bEnd) ? -1 : 0;
  return 0;
}

function hasNonZero(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code !== ZERO && isDigit(code)) return true;
  }
  return false;
}
