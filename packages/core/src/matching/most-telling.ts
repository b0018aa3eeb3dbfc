import type { PackageVerdict } from './verdict.ts';

/**
 * Of several places of the collection that carry a name, the one to show: one that is affected, else one that could not be checked, else
 * the first. What is said of a name is no better than the worst that goes by it. `verdictOf` gives null where a place was not judged.
 */
export function mostTelling<P>(places: readonly P[], verdictOf: (place: P) => PackageVerdict | null): P | undefined {
  const withVerdict = (verdict: PackageVerdict) => places.find((place) => (verdictOf(place) ?? 'unknown') === verdict);
  return withVerdict('affected') ?? withVerdict('unknown') ?? places[0];
}
