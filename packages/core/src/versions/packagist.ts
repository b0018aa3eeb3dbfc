import { compareText } from '../ids/order.ts';
import { coarseKey, firstNumbers } from './coarse.ts';
import { compareDigits, compareNumbers, digitsEnd, isDigit, isLetter, lettersEnd } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { isGraphic } from './semver-like.ts';
import { totalOrder } from './total-order.ts';

/**
 * Packagist: PHP's `version_compare` over versions as Composer normalises them.
 *
 * Composer drops a leading `v` and build metadata, fills the numbers with zeros (1.0 = 1.0.0), reads words without
 * regard to case and `stable` as nothing, and puts a numbered branch (`1.x-dev`) above all versions of that number.
 * What Composer would reject but registries carry (`3.1.0.post1`) is ordered by the same rules.
 */
export const packagist: VersionScheme = totalOrder({ id: 'packagist', isValid, compareValid, coarseValid });

/** The kinds in order. The end stands where `version_compare` puts `#`, just below a number. */
const UNKNOWN = 0;
const DEV = 1;
const ALPHA = 2;
const BETA = 3;
const CANDIDATE = 4;
const END = 5;
const NUMBER = 6;
const PATCH = 7;

function isValid(version: string): boolean {
  return (isDigit(version.charCodeAt(afterV(version))) || isBranch(version)) && isGraphic(version);
}

/** Branches without a number have no order in Composer: they are below every version, and equal only to themselves. */
function isBranch(version: string): boolean {
  return version.startsWith('dev-');
}

function compareValid(a: string, b: string): Order {
  const aBranch = isBranch(a);
  if (aBranch || isBranch(b)) {
    if (aBranch && isBranch(b)) return compareText(a, b);
    return aBranch ? -1 : 1;
  }
  const left = normalise(a);
  const right = normalise(b);
  const aNumbers = numbersEnd(left);
  const bNumbers = numbersEnd(right);
  return (
    compareNumbers(left, 0, aNumbers, right, 0, bNumbers, 'padded') || compareTokens(left, aNumbers, right, bNumbers)
  );
}

function compareTokens(a: string, aStart: number, b: string, bStart: number): Order {
  let i = nextToken(a, aStart);
  let j = nextToken(b, bStart);
  for (;;) {
    const kind = kindAt(a, i);
    const other = kindAt(b, j);
    if (kind !== other) return kind < other ? -1 : 1;
    if (kind === END) return 0;
    const aEnd = tokenEnd(a, i);
    const bEnd = tokenEnd(b, j);
    let order: Order = 0;
    if (kind === NUMBER) order = compareDigits(a, i, aEnd, b, j, bEnd);
    else if (kind === UNKNOWN) order = compareText(a.slice(i, aEnd), b.slice(j, bEnd));
    if (order !== 0) return order;
    i = nextToken(a, aEnd);
    j = nextToken(b, bEnd);
  }
}

/** A known word counts by how it begins: `a`, `alpha` and `alpha-ish` are one kind. */
function kindAt(text: string, at: number): number {
  if (at === text.length) return END;
  if (isDigit(text.charCodeAt(at))) return NUMBER;
  if (text.startsWith('dev', at)) return DEV;
  if (text.startsWith('a', at)) return ALPHA;
  if (text.startsWith('b', at)) return BETA;
  if (text.startsWith('rc', at)) return CANDIDATE;
  return text.startsWith('p', at) ? PATCH : UNKNOWN;
}

function tokenEnd(text: string, at: number): number {
  return isDigit(text.charCodeAt(at)) ? digitsEnd(text, at) : lettersEnd(text, at);
}

/** The next digit or letter, past separators and `stable` with the numbers it may carry. */
function nextToken(text: string, start: number): number {
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isDigit(code)) break;
    if (!isLetter(code)) continue;
    if (!text.startsWith('stable', i) || lettersEnd(text, i) !== i + 6) break;
    i += 5;
    while (i + 1 < text.length && !isLetter(text.charCodeAt(i + 1))) i++;
  }
  return i;
}

function coarseValid(version: string): string {
  const text = normalise(version);
  return coarseKey('', firstNumbers(text, 0, numbersEnd(text)));
}

/** Composer's place for the numbers that a branch such as `1.x-dev` leaves open. */
const OPEN = '.9999999.9999999.9999999';

function normalise(version: string): string {
  const plus = version.indexOf('+');
  const text = version.slice(afterV(version), plus < 0 ? version.length : plus).toLowerCase();
  const end = numbersEnd(text);
  return text.slice(end) === '.x-dev' ? `${text.slice(0, end)}${OPEN}-dev` : text;
}

/** The end of the numbers at the beginning, each parted from the next by one character. */
function numbersEnd(text: string): number {
  let end = digitsEnd(text, 0);
  while (isDigit(text.charCodeAt(end + 1)) && !isLetter(text.charCodeAt(end))) end = digitsEnd(text, end + 1);
  return end;
}

function afterV(version: string): number {
  return (version.charCodeAt(0) | 32) === 118 ? 1 : 0;
}
