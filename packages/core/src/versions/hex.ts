import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { VersionScheme } from './scheme.ts';
import { isSemver, STRICT } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

/** Hex packages: Elixir's `Version`, which is SemVer 2.0.0. */
export const hex: VersionScheme = totalOrder({
  id: 'hex',
  isValid: (version) => isSemver(version, 0, STRICT),
  compareValid: (a, b) => comparePrecedence(a, 0, b, 0),
  coarseValid: (version) => coarseNumbers(version, 0),
});
