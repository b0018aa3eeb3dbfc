import { generic } from '../versions/generic.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { isDecimal } from './bound.ts';
import { isPlainlyCommit } from './git.ts';

/**
 * The order for versions that come without a registry's rules, as CVE and CPE records have them: `generic`,
 * once vendors' punctuation is made legible (`12.2(55)SE3`, `9.1 Update 3`) and `1.0` is read as `1.0.0`,
 * because such records and those who ask write the zeros or leave them out as they please.
 *
 * What begins with a word is no version here: it is the name of a product, and names have no order. Nor do hashes.
 */
export const freeform: VersionScheme = {
  id: 'freeform',
  isValid: (version) => readVersion(version) !== null,
  compare(a, b) {
    if (a === b) return 0;
    const [x, y] = [readVersion(a), readVersion(b)];
    if (x !== null && y !== null) return generic.compare(x, y);
    if (x !== y) return x === null ? -1 : 1;
    return a < b ? -1 : 1;
  },
  coarse: (version) => generic.coarse(readVersion(version) ?? ''),
};

/** Returns a version in the form that `generic` compares; null for what is not a version. */
function readVersion(version: string): string | null {
  if (!beginsWithNumber(version) || isPlainlyCommit(version)) return null;
  const text = legible(version);
  return generic.isValid(text) ? text : null;
}

/** `v1`, `R4.10` and `1` do; `QCA6390` does not. */
function beginsWithNumber(version: string): boolean {
  const first = version[0] ?? '';
  return isDecimal(first) || ('vVrR'.includes(first) && first !== '' && isDecimal(version[1]));
}

/** Brackets, blanks and slashes become dots; trailing zeros of the leading numbers go. */
function legible(version: string): string {
  let dotted = '';
  for (const character of version.trim()) dotted += ' ()[]/\\'.includes(character) ? '.' : character;
  const end = endOfNumbers(dotted);
  let core = end;
  for (let start = core; start > 0; ) {
    start = core;
    while (start > 0 && dotted[start - 1] === '0') start -= 1;
    if (start === core || start === 0 || dotted[start - 1] !== '.') break;
    core = start - 1;
  }
  return dotted.slice(0, core) + dotted.slice(end);
}

/** Where the leading run of dotted numbers ends. */
function endOfNumbers(version: string): number {
  let at = isDecimal(version[0]) ? 0 : 1;
  let end = at;
  for (;;) {
    while (isDecimal(version[at])) at += 1;
    end = at;
    if (version[at] !== '.' || !isDecimal(version[at + 1])) return end;
    at += 1;
  }
}
