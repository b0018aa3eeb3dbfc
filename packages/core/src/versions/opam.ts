import { coarseKey } from './coarse.ts';
import { coarseRevision, compareRevisions } from './debian.ts';
import { isDigit, isLetter } from './digits.ts';
import type { VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/** opam: Debian's comparison over the whole string, without epoch or revision; `v0.16.0` is a usual version. */
export const opam: VersionScheme = totalOrder({
  id: 'opam',
  isValid,
  compareValid: (a, b) => compareRevisions(a, 0, a.length, b, 0, b.length),
  coarseValid,
});

/** The characters of opam's manual, "Package Formulas": alphanumeric and `-_+.~`. */
function isValid(version: string): boolean {
  for (let i = 0; i < version.length; i++) {
    const code = version.charCodeAt(i);
    if (!isDigit(code) && !isLetter(code) && !'-_+.~'.includes(version.charAt(i))) return false;
  }
  return version !== '';
}

/** The text before the first digit orders first. It takes the place of the epoch, with `v` kept apart. */
function coarseValid(version: string): string {
  let start = 0;
  while (start < version.length && !isDigit(version.charCodeAt(start))) start++;
  const againstNone = compareRevisions(version, 0, start, '', 0, 0);
  if (againstNone < 0) return coarseKey('0', []);
  if (againstNone === 0) return coarseRevision('1', version, start, version.length);
  const againstV = compareRevisions(version, 0, start, 'v', 0, 1);
  if (againstV === 0) return coarseRevision('3', version, start, version.length);
  return coarseKey(againstV < 0 ? '2' : '4', []);
}
