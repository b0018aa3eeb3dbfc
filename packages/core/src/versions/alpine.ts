import { compareText } from '../ids/order.ts';
import { coarseKey } from './coarse.ts';
import { compareDigits, digitsEnd, isDigit } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/**
 * Alpine and the other apk distributions: `number{.number}{letter}{_suffix{number}}{~hash}{-r number}` (apk-package(5)).
 *
 * A letter may be followed by digits (`6.6.2p1`), as apk-tools 2 accepts.
 */
export const alpine: VersionScheme = totalOrder({ id: 'alpine', isValid, compareValid, coarseValid });

/** The kinds of token in the order apk gives them where all before is equal; a suffix before a release is below the end. */
const PRE_SUFFIX = 0;
const END = 1;
const REVISION = 2;
const HASH = 3;
const SUFFIX_NUMBER = 4;
const POST_SUFFIX = 5;
const LETTER = 6;
const NUMBER = 7;
const INVALID = -1;

const PRE_SUFFIXES = ['alpha', 'beta', 'pre', 'rc'];
const POST_SUFFIXES = ['cvs', 'svn', 'git', 'hg', 'p'];

interface Token {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  /** The place of a suffix among its kind. */
  readonly place: number;
}

function isValid(version: string): boolean {
  let token = firstToken(version);
  while (token.kind > END || token.kind === PRE_SUFFIX) token = nextToken(version, token);
  return token.kind === END;
}

function compareValid(a: string, b: string): Order {
  let left = firstToken(a);
  let right = firstToken(b);
  let order = compareDigits(a, left.start, left.end, b, right.start, right.end);
  while (order === 0) {
    left = nextToken(a, left);
    right = nextToken(b, right);
    if (left.kind !== right.kind) return left.kind < right.kind ? -1 : 1;
    if (left.kind === END) return 0;
    order = compareTokens(a, left, b, right);
  }
  return order;
}

function compareTokens(a: string, left: Token, b: string, right: Token): Order {
  switch (left.kind) {
    case REVISION:
    case SUFFIX_NUMBER:
      return compareDigits(a, left.start, left.end, b, right.start, right.end);
    case PRE_SUFFIX:
    case POST_SUFFIX:
      if (left.place === right.place) return 0;
      return left.place < right.place ? -1 : 1;
    case NUMBER:
      if (a.charCodeAt(left.start) !== 48 && b.charCodeAt(right.start) !== 48) {
        return compareDigits(a, left.start, left.end, b, right.start, right.end);
      }
      // With a leading zero it is a fraction: 1.06 < 1.1, as in Gentoo's specification.
      return compareText(a.slice(left.start, left.end), b.slice(right.start, right.end));
    default:
      return compareText(a.slice(left.start, left.end), b.slice(right.start, right.end));
  }
}

function firstToken(version: string): Token {
  const end = digitsEnd(version, 0);
  return { kind: end > 0 ? NUMBER : INVALID, start: 0, end, place: 0 };
}

function nextToken(version: string, last: Token): Token {
  const at = last.end;
  if (at === version.length) return token(END, at, at);
  const code = version.charCodeAt(at);
  if (last.kind >= LETTER) {
    if (isDigit(code)) return token(NUMBER, at, digitsEnd(version, at));
    if (last.kind === NUMBER && code >= 97 && code <= 122) return token(LETTER, at, at + 1);
    if (last.kind === NUMBER && code === 46) return number(NUMBER, version, at + 1);
  }
  const suffixed = last.kind === PRE_SUFFIX || last.kind === POST_SUFFIX;
  if (suffixed && isDigit(code)) return token(SUFFIX_NUMBER, at, digitsEnd(version, at));
  if (code === 95 && (last.kind >= SUFFIX_NUMBER || suffixed)) return suffix(version, at + 1);
  if (code === 126 && (last.kind >= SUFFIX_NUMBER || suffixed)) return hash(version, at + 1);
  // apk reads a bare `-r` as `-r0`.
  if (version.startsWith('-r', at) && last.kind !== REVISION)
    return token(REVISION, at + 2, digitsEnd(version, at + 2));
  return token(INVALID, at, at);
}

function token(kind: number, start: number, end: number, place = 0): Token {
  return { kind, start, end, place };
}

function number(kind: number, version: string, start: number): Token {
  const end = digitsEnd(version, start);
  return token(end > start ? kind : INVALID, start, end);
}

function suffix(version: string, start: number): Token {
  for (const [place, word] of PRE_SUFFIXES.entries()) {
    if (version.startsWith(word, start)) return token(PRE_SUFFIX, start, start + word.length, place);
  }
  for (const [place, word] of POST_SUFFIXES.entries()) {
    if (version.startsWith(word, start)) return token(POST_SUFFIX, start, start + word.length, place);
  }
  return token(INVALID, start, start);
}

function hash(version: string, start: number): Token {
  let i = start;
  for (; ; i++) {
    const code = version.charCodeAt(i);
    if (!isDigit(code) && !(code >= 97 && code <= 102)) break;
  }
  return token(i > start ? HASH : INVALID, start, i);
}

function coarseValid(version: string): string {
  const numbers: string[] = [];
  let start = 0;
  while (numbers.length < 3) {
    const end = digitsEnd(version, start);
    const fraction = start > 0 && version.charCodeAt(start) === 48 && end > start + 1;
    numbers.push(fraction ? '0' : version.slice(start, end));
    // Every fraction sorts above `.0` with anything after it, and below `.1`.
    if (fraction) return coarseKey('', numbers, '9');
    if (version.charCodeAt(end) !== 46) break;
    start = end + 1;
  }
  return coarseKey('', numbers);
}
