import { coarseKey, firstNumbers } from './coarse.ts';
import { compareNumbers, digitsEnd } from './digits.ts';
import type { VersionScheme } from './scheme.ts';
import { totalOrder } from './total-order.ts';

/** A scheme of plain numbers between separators, where a version that begins another is the lesser: 1.0 < 1.0.0. */
export function numericScheme(id: string, separators: string, leadingZeros: boolean): VersionScheme {
  return totalOrder({
    id,
    isValid: (version) => isNumeric(version, separators, leadingZeros),
    compareValid: (a, b) => compareNumbers(a, 0, a.length, b, 0, b.length, 'shorter-first'),
    coarseValid: (version) => coarseKey('', firstNumbers(version, 0, version.length)),
  });
}

function isNumeric(text: string, separators: string, leadingZeros: boolean): boolean {
  for (let i = 0; ; i++) {
    const end = digitsEnd(text, i);
    if (end === i || (!leadingZeros && end > i + 1 && text.charCodeAt(i) === 48)) return false;
    if (end === text.length) return true;
    if (!separators.includes(text.charAt(end))) return false;
    i = end;
  }
}
