import { compareIdentifiers } from './identifiers.ts';
import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { afterV, buildStart, type Dialect, isSemver } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

const DIALECT: Dialect = { numbers: [1, 3], leadingZeros: true, shortPrerelease: true };

/** Pub (Dart): SemVer, except that build metadata orders too, above a version without any (pub_semver). */
export const pub: VersionScheme = totalOrder({
  id: 'pub',
  isValid: (version) => isSemver(version, afterV(version), DIALECT),
  compareValid: (a, b) => comparePrecedence(a, afterV(a), b, afterV(b)) || compareBuild(a, b),
  coarseValid: (version) => coarseNumbers(version, afterV(version)),
});

function compareBuild(a: string, b: string): Order {
  // Without a build the slice begins past its end, and is the lesser for it.
  return compareIdentifiers(a, buildStart(a, 0) + 1, a.length, b, buildStart(b, 0) + 1, b.length);
}
