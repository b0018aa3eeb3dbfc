import { coarseNumbers, comparePrecedence } from './precedence.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { afterV, type Dialect, isSemver } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

/** golang.org/x/mod/semver reads `v1` and `v1.2` as `v1.0.0` and `v1.2.0`, but only when nothing follows them. */
const DIALECT: Dialect = { numbers: [1, 3], leadingZeros: false, shortPrerelease: false };

/**
 * Go modules: SemVer, with `v` in go.mod and without in OSV records. Go itself, its standard library and its toolchain
 * also have versions like `go1.21rc2`.
 *
 * A pseudo-version (`v0.0.0-20240101000000-abcdefabcdef`) is a pre-release by form, hence below its release;
 * `+incompatible` is build metadata, hence without weight.
 */
export const go: VersionScheme = totalOrder({
  id: 'go',
  isValid: (version) => isModuleVersion(toModuleVersion(version)),
  compareValid: (a, b) => compareModules(toModuleVersion(a), toModuleVersion(b)),
  coarseValid: (version) => coarseModule(toModuleVersion(version)),
});

const RELEASE = /^go(\d{1,9}(?:\.\d{1,9}){0,2})(?:(alpha|beta|rc)(\d{1,9}))?$/;

/** `go1.16.9` → `1.16.9`, `go1.21rc2` → `1.21.0-rc.2`; anything else stays as it is. */
function toModuleVersion(version: string): string {
  const [, numbers, stage, count] = version.startsWith('go') ? (RELEASE.exec(version) ?? []) : [];
  if (numbers === undefined) return version;
  if (stage === undefined) return numbers;
  return `${[...numbers.split('.'), '0', '0'].slice(0, 3).join('.')}-${stage}.${count}`;
}

function isModuleVersion(version: string): boolean {
  return isSemver(version, afterV(version), DIALECT);
}

function compareModules(a: string, b: string): Order {
  return comparePrecedence(a, afterV(a), b, afterV(b));
}

function coarseModule(version: string): string {
  return coarseNumbers(version, afterV(version));
}
