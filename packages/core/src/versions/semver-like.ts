import { compareNumbers, isDigit } from './digits.ts';
import { compareIdentifiers } from './identifiers.ts';
import { coarseNumbers } from './precedence.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { afterV, buildStart, numbersEnd } from './semver-grammar.ts';
import { totalOrder } from './total-order.ts';

const HYPHEN = 45;
const DOT = 46;

/**
 * The tolerant form of SemVer, for registries and tags that mean it but do not check it:
 * a leading `v`, any count of numbers (missing ones are zero), and anything printable after them is a pre-release.
 * It agrees with `semver` on every strict version.
 */
export const semverLike: VersionScheme = totalOrder({
  id: 'semver-like',
  isValid: (version) => isDigit(version.charCodeAt(afterV(version))) && isGraphic(version),
  compareValid,
  coarseValid: (version) => coarseNumbers(version, afterV(version)),
});

/** Whether the text is of printable ASCII without a space. */
export function isGraphic(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 33 || code > 126) return false;
  }
  return true;
}

function compareValid(a: string, b: string): Order {
  const aStart = afterV(a);
  const bStart = afterV(b);
  const aCore = numbersEnd(a, aStart);
  const bCore = numbersEnd(b, bStart);
  const order = compareNumbers(a, aStart, aCore, b, bStart, bCore, 'padded');
  if (order !== 0) return order;
  const aPre = prereleaseStart(a, aCore);
  const bPre = prereleaseStart(b, bCore);
  const aEnd = buildStart(a, aCore);
  const bEnd = buildStart(b, bCore);
  if (aPre < aEnd && bPre < bEnd) return compareIdentifiers(a, aPre, aEnd, b, bPre, bEnd);
  if (aPre < aEnd) return -1;
  return bPre < bEnd ? 1 : 0;
}

/** `1.2.3rc1`, `1.2.3-rc1` and `1.2.3.rc1` are one version. */
function prereleaseStart(text: string, core: number): number {
  const code = text.charCodeAt(core);
  return code === HYPHEN || code === DOT ? core + 1 : core;
}
