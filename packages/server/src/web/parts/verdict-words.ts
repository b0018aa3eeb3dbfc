import type { PackageVerdict } from '@almanac/core/matching';

export const VERDICT_WORDS: Readonly<Record<PackageVerdict, string>> = {
  affected: 'affected',
  not_affected: 'not affected',
  none_known: 'no known vulnerability',
  unknown: 'unknown',
};
