import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { VersionScheme } from './scheme.ts';
import { isSemver, STRICT } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

/** SemVer 2.0.0 to the letter: the order of OSV's `SEMVER` ranges. No `v`, exactly three numbers. */
export const semver: VersionScheme = totalOrder({
  id: 'semver',
  isValid: (version) => isSemver(version, 0, STRICT),
  compareValid: (a, b) => comparePrecedence(a, 0, b, 0),
  coarseValid: (version) => coarseNumbers(version, 0),
});
