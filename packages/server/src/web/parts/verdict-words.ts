import type { PackageVerdict } from '@almanac/core/matching';

/** A verdict in words, as every page says it. */
export const VERDICT_WORDS: Readonly<Record<PackageVerdict, string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  none_known: 'no known vulnerability',
  unknown: 'unknown',
};
