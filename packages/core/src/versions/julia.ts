import { coarseKey, firstNumbers } from './coarse.ts';
import { compareNumbers, isLetter } from './digits.ts';
import { compareIdentifiers } from './identifiers.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { buildStart, type Dialect, isSemver, numbersEnd } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

const DIALECT: Dialect = { numbers: [1, 3], leadingZeros: true, shortPrerelease: true };

/**
 * Julia's `VersionNumber`: SemVer with one to three numbers, a pre-release that may follow without a hyphen (`1.0rc1`),
 * build metadata that orders, and the two bounds `1.0-` (below every pre-release) and `1.0+` (above the release).
 */
export const julia: VersionScheme = totalOrder({
  id: 'julia',
  isValid,
  compareValid,
  coarseValid: (version) => {
    const start = afterAnyV(version);
    return coarseKey('', firstNumbers(version, start, numbersEnd(version, start)));
  },
});

function isValid(version: string): boolean {
  const start = afterAnyV(version);
  const core = numbersEnd(version, start);
  const bare = version.slice(start, core);
  const tail = version.slice(core);
  if (tail === '-') return isSemver(bare, 0, DIALECT);
  const bound = tail.endsWith('+') ? tail.slice(0, -1) : tail;
  if (tail.endsWith('+') && bound.includes('+')) return false;
  return isSemver(bare + (isLetter(bound.charCodeAt(0)) ? '-' : '') + bound, 0, DIALECT);
}

function compareValid(a: string, b: string): Order {
  const aStart = afterAnyV(a);
  const bStart = afterAnyV(b);
  const aCore = numbersEnd(a, aStart);
  const bCore = numbersEnd(b, bStart);
  const aBuild = buildStart(a, aCore);
  const bBuild = buildStart(b, bCore);
  return (
    compareNumbers(a, aStart, aCore, b, bStart, bCore, 'padded') ||
    comparePart(a, aCore, aBuild, b, bCore, bBuild, -1) ||
    comparePart(a, aBuild, a.length, b, bBuild, b.length, 1)
  );
}

/** Compares pre-releases (presence lowers) or builds (presence raises); the empty one, a bare `-` or `+`, is the least. */
function comparePart(
  a: string,
  aStart: number,
  aEnd: number,
  b: string,
  bStart: number,
  bEnd: number,
  presence: -1 | 1,
): Order {
  const aHas = aStart < aEnd;
  const bHas = bStart < bEnd;
  if (!aHas && !bHas) return 0;
  if (aHas !== bHas) return aHas === presence > 0 ? 1 : -1;
  const i = afterMark(a, aStart);
  const j = afterMark(b, bStart);
  if (i === aEnd || j === bEnd) {
    if (i === aEnd && j === bEnd) return 0;
    return i === aEnd ? -1 : 1;
  }
  return compareIdentifiers(a, i, aEnd, b, j, bEnd);
}

function afterMark(text: string, start: number): number {
  return isLetter(text.charCodeAt(start)) ? start : start + 1;
}

function afterAnyV(text: string): number {
  return (text.charCodeAt(0) | 32) === 118 ? 1 : 0;
}
