/** The sign of a comparison: never NaN, never any other number. */
export type Order = -1 | 0 | 1;

/**
 * How one ecosystem orders its versions.
 *
 * Every method is total: it answers for any string, never throws, and takes time linear in the length of its input.
 */
export interface VersionScheme {
  readonly id: string;
  /** Whether the ecosystem's own tool would accept the string as a version. */
  isValid(version: string): boolean;
  /**
   * A total order over all strings; 0 where the ecosystem's own tool takes two spellings for one version.
   * Strings that are not valid sort below every valid one, among themselves by code unit.
   */
  compare(a: string, b: string): Order;
  /**
   * A sortable key of fixed width: compare(a, b) < 0 implies coarse(a) <= coarse(b) by code unit, and equal versions
   * have equal keys.
   * A database narrows candidates by it; the decision itself is always made by `compare`.
   */
  coarse(version: string): string;
}
