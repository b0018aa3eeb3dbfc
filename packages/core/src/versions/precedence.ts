import { coarseKey, firstNumbers } from './coarse.ts';
import { compareNumbers } from './digits.ts';
import { compareIdentifiers } from './identifiers.ts';
import type { Order } from './scheme.ts';
import { buildStart, numbersEnd } from './semver-grammar.ts';

const HYPHEN = 45;

/**
 * SemVer precedence (items 9 to 11) of two versions that `isSemver` accepted: numbers, then pre-release; build ignored.
 * The starts skip a prefix such as `v`.
 */
export function comparePrecedence(a: string, aStart: number, b: string, bStart: number): Order {
  const aCore = numbersEnd(a, aStart);
  const bCore = numbersEnd(b, bStart);
  const order = compareNumbers(a, aStart, aCore, b, bStart, bCore, 'padded');
  if (order !== 0) return order;
  const aPre = a.charCodeAt(aCore) === HYPHEN;
  const bPre = b.charCodeAt(bCore) === HYPHEN;
  if (aPre && bPre) {
    return compareIdentifiers(a, aCore + 1, buildStart(a, aCore), b, bCore + 1, buildStart(b, bCore));
  }
  if (aPre === bPre) return 0;
  return aPre ? -1 : 1;
}

/** The key of a version whose pre-release sorts below its release: the first three numbers. */
export function coarseNumbers(version: string, start: number): string {
  return coarseKey('', firstNumbers(version, start, numbersEnd(version, start)));
}
