import { parseParts } from '../versions/release-core.ts';
import type { VersionScheme } from '../versions/scheme.ts';

/**
 * What counts as a major version, by order. `compatible`: the first number that is not zero, since under 0.x the next one
 * takes its place (SemVer item 4, and the caret of npm, Cargo, Composer, Hex, Pub and Julia). `first`: the first number.
 * `first two`: Haskell's policy says so. An epoch is part of it everywhere.
 */
export const MAJOR_RULES: ReadonlyMap<string, 'compatible' | 'first' | 'first two'> = new Map([
  ['semver', 'compatible'],
  ['semver-like', 'compatible'],
  ['packagist', 'compatible'],
  ['hex', 'compatible'],
  ['homebrew', 'first'],
  ['pub', 'compatible'],
  ['julia', 'compatible'],
  ['nuget', 'first'],
  ['go', 'first'],
  ['pypi', 'first'],
  ['rubygems', 'first'],
  ['maven', 'first'],
  ['cran', 'first'],
  ['opam', 'first'],
  ['debian', 'first'],
  ['rpm', 'first'],
  ['alpine', 'first'],
  ['generic', 'first'],
  ['freeform', 'first'],
  ['hackage', 'first two'],
]);

/** Whether the way from one version to the other crosses a major version; null where that cannot be told. */
export function crossesMajor(scheme: VersionScheme, from: string, to: string): boolean | null {
  const before = majorOf(scheme, from);
  const after = majorOf(scheme, to);
  return before === null || after === null ? null : before !== after;
}

function majorOf(scheme: VersionScheme, version: string): string | null {
  const parts = parseParts(version);
  if (parts === null) return null;
  const rule = MAJOR_RULES.get(scheme.id) ?? 'first';
  const numbers = parts.numbers.map(plain);
  const count = rule === 'first' ? 1 : rule === 'first two' ? 2 : leadingZeros(numbers) + 1;
  const shown = Array.from({ length: count }, (_, i) => numbers[i] ?? '0');
  return `${plain(parts.epoch.slice(0, -1))}:${shown.join('.')}`;
}

/** As many as there are, but not all: of 0.0.0 the last number is what is left. */
function leadingZeros(numbers: readonly string[]): number {
  const first = numbers.slice(0, 3).findIndex((number) => number !== '0');
  return first < 0 ? 2 : first;
}

function plain(digits: string): string {
  const significant = digits.replace(/^0+/, '');
  return significant === '' ? '0' : significant;
}
