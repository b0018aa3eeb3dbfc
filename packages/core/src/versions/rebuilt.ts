import { compareDigits, digitsEnd } from './digits.ts';
import type { Order, VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/**
 * The order of a vendor who rebuilds packages of another ecosystem and numbers the rebuilds: `1.2.3+root.io.4`.
 * The version is compared by the ecosystem it comes from, then the rebuild's number; none is below the first.
 */
export function rebuiltBy(vendor: string, inner: VersionScheme): VersionScheme {
  const original = (version: string): string => version.slice(0, suffixStart(version, vendor));
  return totalOrder({
    id: `${inner.id}+${vendor}`,
    isValid: (version) => inner.isValid(original(version)),
    compareValid: (a, b) => inner.compare(original(a), original(b)) || compareSuffix(a, b, vendor),
    coarseValid: (version) => inner.coarse(original(version)),
  });
}

/** Where `+vendor.N` or `.vendor.N` begins at the end of the version; its length where there is none. */
function suffixStart(version: string, vendor: string): number {
  const at = version.lastIndexOf(`${vendor}.`);
  if (version.charAt(at - 1) !== '+' && version.charAt(at - 1) !== '.') return version.length;
  const digits = at + vendor.length + 1;
  return digits < version.length && digitsEnd(version, digits) === version.length ? at - 1 : version.length;
}

function compareSuffix(a: string, b: string, vendor: string): Order {
  const aStart = suffixStart(a, vendor);
  const bStart = suffixStart(b, vendor);
  const aHas = aStart < a.length;
  const bHas = bStart < b.length;
  if (aHas !== bHas) return aHas ? 1 : -1;
  const mark = vendor.length + 2;
  return aHas ? compareDigits(a, aStart + mark, a.length, b, bStart + mark, b.length) : 0;
}
