import { schemeById } from '@almanac/core/ranges';
import { SCHEME_NUMBERS } from '../../src/projections/affected/schemes.ts';

/** The key of a version in each scheme by which it can be placed, by the scheme's number. */
export function coarseKeys(version: string): ReadonlyMap<number, string> {
  return new Map(
    [...SCHEME_NUMBERS].flatMap(([id, number]) => {
      const scheme = schemeById(id, null);
      return scheme?.isValid(version) ? [[number, scheme.coarse(version)] as const] : [];
    }),
  );
}
