import { coarseKey } from './coarse.ts';
import { compareDigits, digitsEnd, isDigit, isLetter } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

const TILDE = 126;

/**
 * Debian, Ubuntu and their kin: `[epoch:]upstream[-revision]` by Debian Policy 5.6.12, compared as dpkg does.
 * No epoch is epoch 0, and no revision is revision 0.
 */
export const debian: VersionScheme = totalOrder({ id: 'debian', isValid, compareValid, coarseValid });

/**
 * dpkg's comparison of two slices: in turns a run of non-digits and a run of digits.
 * A tilde sorts below the end, the end below letters, letters below all other characters.
 */
export function compareRevisions(
  a: string,
  aStart: number,
  aEnd: number,
  b: string,
  bStart: number,
  bEnd: number,
): Order {
  let i = aStart;
  let j = bStart;
  while (i < aEnd || j < bEnd) {
    for (;;) {
      const x = i < aEnd ? weight(a.charCodeAt(i)) : 0;
      const y = j < bEnd ? weight(b.charCodeAt(j)) : 0;
      if (x !== y) return x < y ? -1 : 1;
      if (x === 0) break;
      i++;
      j++;
    }
    const aNext = Math.min(digitsEnd(a, i), aEnd);
    const bNext = Math.min(digitsEnd(b, j), bEnd);
    const order = compareDigits(a, i, aNext, b, j, bNext);
    if (order !== 0) return order;
    i = aNext;
    j = bNext;
  }
  return 0;
}

/** The key of a slice that begins with a number: numbers go on for as long as single dots part them. */
export function coarseRevision(epoch: string, text: string, start: number, end: number): string {
  const numbers: string[] = [];
  for (let i = start; ; ) {
    const next = Math.min(digitsEnd(text, i), end);
    numbers.push(text.slice(i, next));
    let run = next;
    while (run < end && !isDigit(text.charCodeAt(run))) run++;
    const order = compareRevisions(text, next, run, '.', 0, 1);
    if (order !== 0 || numbers.length === 3) return coarseKey(epoch, numbers, order > 0 ? '9' : '0');
    i = run;
  }
}

/** Digits and the end weigh nothing: they end a run. */
function weight(code: number): number {
  if (code === TILDE) return -1;
  if (isDigit(code)) return 0;
  return isLetter(code) ? code : code + 256;
}

function isValid(version: string): boolean {
  const start = upstreamStart(version);
  if (start > 0 && (start === 1 || digitsEnd(version, 0) !== start - 1)) return false;
  const end = upstreamEnd(version);
  if (!isDigit(version.charCodeAt(start))) return false;
  for (let i = start; i < version.length; i++) {
    const char = version.charCodeAt(i);
    if (isDigit(char) || isLetter(char) || char === TILDE || char === 46 || char === 43) continue;
    // A hyphen before the last one, or a colon after the epoch's, belongs to the upstream version.
    if (char === 45 || (char === 58 && i < end)) continue;
    return false;
  }
  return end !== version.length - 1;
}

function compareValid(a: string, b: string): Order {
  const aStart = upstreamStart(a);
  const bStart = upstreamStart(b);
  const aEnd = upstreamEnd(a);
  const bEnd = upstreamEnd(b);
  return (
    compareDigits(a, 0, Math.max(aStart - 1, 0), b, 0, Math.max(bStart - 1, 0)) ||
    compareRevisions(a, aStart, aEnd, b, bStart, bEnd) ||
    compareRevisions(a, Math.min(aEnd + 1, a.length), a.length, b, Math.min(bEnd + 1, b.length), b.length)
  );
}

function coarseValid(version: string): string {
  const start = upstreamStart(version);
  return coarseRevision(version.slice(0, Math.max(start - 1, 0)), version, start, upstreamEnd(version));
}

function upstreamStart(version: string): number {
  return version.indexOf(':') + 1;
}

function upstreamEnd(version: string): number {
  const hyphen = version.lastIndexOf('-');
  return hyphen < 0 ? version.length : hyphen;
}
