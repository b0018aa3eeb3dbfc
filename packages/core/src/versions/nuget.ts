import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { VersionScheme } from './scheme.ts';
import { type Dialect, isSemver } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

const DIALECT: Dialect = { numbers: [1, 4], leadingZeros: true, shortPrerelease: true };

/** NuGet: up to four numbers (the fourth is the assembly's revision), labels without regard to case, metadata ignored. */
export const nuget: VersionScheme = totalOrder({
  id: 'nuget',
  isValid: (version) => isSemver(version, 0, DIALECT),
  compareValid: (a, b) => comparePrecedence(a.toLowerCase(), 0, b.toLowerCase(), 0),
  coarseValid: (version) => coarseNumbers(version, 0),
});
