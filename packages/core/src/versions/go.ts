import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { VersionScheme } from './scheme.ts';
import { afterV, type Dialect, isSemver } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

/** golang.org/x/mod/semver reads `v1` and `v1.2` as `v1.0.0` and `v1.2.0`, but only when nothing follows them. */
const DIALECT: Dialect = { numbers: [1, 3], leadingZeros: false, shortPrerelease: false };

/**
 * Go modules: SemVer, with `v` in go.mod and without in OSV records.
 *
 * A pseudo-version (`v0.0.0-20240101000000-abcdefabcdef`) is a pre-release by form, hence below its release;
 * `+incompatible` is build metadata, hence without weight.
 */
export const go: VersionScheme = totalOrder({
  id: 'go',
  isValid: (version) => isSemver(version, afterV(version), DIALECT),
  compareValid: (a, b) => comparePrecedence(a, afterV(a), b, afterV(b)),
  coarseValid: (version) => coarseNumbers(version, afterV(version)),
});
