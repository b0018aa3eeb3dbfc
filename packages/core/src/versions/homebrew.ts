import { compareDigits, digitsEnd } from './digits.ts';
import { generic } from './generic.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/** Homebrew's PkgVersion: upstream's version, then the number of the formula's revision, `1.81.6_5`; none is revision 0. */
export const homebrew: VersionScheme = totalOrder({
  id: 'homebrew',
  isValid: (version) => generic.isValid(version.slice(0, revisionStart(version))),
  compareValid(a, b) {
    const [x, y] = [revisionStart(a), revisionStart(b)];
    return (
      generic.compare(a.slice(0, x), b.slice(0, y)) || compareRevisions(a.slice(x + 1) || '0', b.slice(y + 1) || '0')
    );
  },
  coarseValid: (version) => generic.coarse(version.slice(0, revisionStart(version))),
});

function compareRevisions(a: string, b: string): Order {
  return compareDigits(a, 0, a.length, b, 0, b.length);
}

/** Where `_N` begins at the end of the version; its length where there is none. */
function revisionStart(version: string): number {
  const at = version.lastIndexOf('_');
  const hasRevision = at > 0 && at + 1 < version.length && digitsEnd(version, at + 1) === version.length;
  return hasRevision ? at : version.length;
}
