import { compareText } from '../ids/order.ts';
import { coarseKey } from './coarse.ts';
import { compareDigits, digitsEnd, isDigit } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/**
 * Maven: ComparableVersion as of Maven 3.8.7 and 3.9, where `1-rc`, `1.rc` and `1.0.0.rc` are one version (MNG-7644).
 *
 * Maven's own comparison runs in circles over versions that mix separators (1 < 1.sp-1 < 1-alpha < 1). Here every token
 * has one rank, so that the order is total, and it is Maven's wherever Maven does not contradict itself.
 */
export const maven: VersionScheme = totalOrder({ id: 'maven', isValid, compareValid, coarseValid });

/** Below the release, in this order. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot'];
const HELD_QUALIFIER = 5;
const END = 6;
const SERVICE_PACK = 7;
const OTHER = 8;
const HYPHEN_NUMBER = 9;
const HELD_OTHER = 10;
const DOT_NUMBER = 11;

interface Token {
  readonly rank: number;
  /** The digits of a number, the word of a qualifier that is not ranked by itself. */
  readonly text: string;
  /** A qualifier between a dot and a further separator, which Maven puts below the same qualifier after a hyphen. */
  readonly dotted: boolean;
  /** The zeros that such a qualifier keeps from being dropped: 3.5.0-CR-2 < 3.5.0.Beta-1 < 3.5.0. */
  readonly zeros: number;
}

const END_TOKEN: Token = { rank: END, text: '', dotted: false, zeros: 0 };

/** A place in a version. Tokens are made one by one: most comparisons end long before the version does. */
interface Cursor {
  readonly text: string;
  at: number;
  /** The rank of a number at `at`, from the separator before it. */
  rank: number;
  /** Zeros that were read ahead and count, and the number after them that makes them count. */
  zeros: number;
  zeroRank: number;
  ahead: Token | null;
}

const DOT = 46;
const HYPHEN = 45;

/** The characters that Maven's model validation forbids in a version, and white space. */
const FORBIDDEN = '\\/:"<>|?*[](){},';

function isValid(version: string): boolean {
  for (let i = 0; i < version.length; i++) {
    if (version.charCodeAt(i) <= 32 || FORBIDDEN.includes(version.charAt(i))) return false;
  }
  return version !== '';
}

function compareValid(a: string, b: string): Order {
  const left = cursor(a);
  const right = cursor(b);
  for (;;) {
    const token = nextToken(left);
    const order = compareTokens(token, nextToken(right));
    if (order !== 0 || token.rank === END) return order;
  }
}

function compareTokens(a: Token, b: Token): Order {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  if (a.rank === DOT_NUMBER || a.rank === HYPHEN_NUMBER) {
    return compareDigits(a.text, 0, a.text.length, b.text, 0, b.text.length);
  }
  if (a.zeros !== b.zeros) return a.zeros < b.zeros ? -1 : 1;
  if (a.text !== b.text) return compareText(a.text, b.text);
  if (a.dotted === b.dotted) return 0;
  return a.dotted ? -1 : 1;
}

function cursor(version: string): Cursor {
  return { text: version.toLowerCase(), at: 0, rank: DOT_NUMBER, zeros: 0, zeroRank: DOT_NUMBER, ahead: null };
}

/** Splits at dots, hyphens and between digits and letters; zeros count only when a number after a dot follows. */
function nextToken(place: Cursor): Token {
  if (place.zeros > 0) {
    const rank = place.zeroRank;
    place.zeros--;
    place.zeroRank = DOT_NUMBER;
    return { rank, text: '0', dotted: false, zeros: 0 };
  }
  if (place.ahead !== null) {
    const token = place.ahead;
    place.ahead = null;
    return token;
  }
  let zeros = 0;
  while (place.at <= place.text.length) {
    const { text, at, rank } = place;
    const end = tokenEnd(text, at);
    advance(place, end);
    if (end > at && !isDigit(text.charCodeAt(at))) {
      const token = qualifier(text, at, end, zeros);
      if (token.rank !== END) return token;
      zeros = 0;
      continue;
    }
    if (rank === HYPHEN_NUMBER) zeros = 0;
    if (isZero(text, at, end)) {
      if (zeros === 0) place.zeroRank = rank;
      zeros++;
      continue;
    }
    const token = { rank, text: text.slice(at, end), dotted: false, zeros: 0 };
    if (zeros === 0) return token;
    place.ahead = token;
    place.zeros = zeros;
    return nextToken(place);
  }
  return END_TOKEN;
}

function advance(place: Cursor, end: number): void {
  const separator = place.text.charCodeAt(end);
  const separated = separator === DOT || separator === HYPHEN || end === place.text.length;
  place.rank = separator === DOT ? DOT_NUMBER : HYPHEN_NUMBER;
  place.at = separated ? end + 1 : end;
}

function tokenEnd(text: string, start: number): number {
  if (isDigit(text.charCodeAt(start))) return digitsEnd(text, start);
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT || code === HYPHEN || isDigit(code)) break;
  }
  return i;
}

/** The token of a word; `ga`, `final` and `release` say nothing, hence the rank of the end. */
function qualifier(text: string, start: number, end: number, zeros: number): Token {
  const after = text.charCodeAt(end);
  const word = fullName(text.slice(start, end), isDigit(after));
  if (word === '') return END_TOKEN;
  const dotted = text.charCodeAt(start - 1) === DOT && (after === DOT || after === HYPHEN);
  const place = QUALIFIERS.indexOf(word);
  if (dotted && zeros > 0) {
    return { rank: place < 0 ? HELD_OTHER : HELD_QUALIFIER, text: place < 0 ? word : String(place), dotted, zeros };
  }
  if (place >= 0) return { rank: place, text: '', dotted, zeros: 0 };
  return { rank: word === 'sp' ? SERVICE_PACK : OTHER, text: word, dotted, zeros: 0 };
}

function fullName(word: string, beforeDigit: boolean): string {
  if (word === 'cr') return 'rc';
  if (word === 'ga' || word === 'final' || word === 'release') return '';
  if (!beforeDigit) return word;
  if (word === 'a') return 'alpha';
  if (word === 'b') return 'beta';
  return word === 'm' ? 'milestone' : word;
}

function isZero(text: string, start: number, end: number): boolean {
  return compareDigits(text, start, end, '', 0, 0) === 0;
}

function coarseValid(version: string): string {
  const numbers: string[] = [];
  const place = cursor(version);
  for (let token = nextToken(place); token.rank === DOT_NUMBER && numbers.length < 3; token = nextToken(place)) {
    numbers.push(token.text);
  }
  return coarseKey('', numbers);
}
