import { type Assertion, coarseBounds } from '@almanac/core/ranges';
import { SCHEME_NUMBERS } from './schemes.ts';

/** Outside of which no version is affected by an entry, as columns; null is no bound. */
export interface CoarseRange {
  readonly scheme: number | null;
  readonly coarse_min: string | null;
  readonly coarse_max: string | null;
}

/** Narrows candidates in queries. A version order without a number narrows nothing. */
export function coarseRange(assertion: Pick<Assertion, 'claims' | 'defaultStatus'>): CoarseRange {
  const { scheme, min, max } = coarseBounds(assertion);
  const number = scheme === null ? undefined : SCHEME_NUMBERS.get(scheme);
  if (number === undefined) return { scheme: null, coarse_min: null, coarse_max: null };
  return { scheme: number, coarse_min: min, coarse_max: max };
}
