/**
 * The number that stands for a version scheme in the database. Numbers are never given anew.
 * A vendor's rebuild has none: its rows are not narrowed by coarse keys.
 */
export const SCHEME_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['alpine', 1],
  ['cran', 2],
  ['debian', 3],
  ['generic', 4],
  ['go', 5],
  ['hackage', 6],
  ['hex', 7],
  ['julia', 8],
  ['maven', 9],
  ['nuget', 10],
  ['opam', 11],
  ['packagist', 12],
  ['pub', 13],
  ['pypi', 14],
  ['rpm', 15],
  ['rubygems', 16],
  ['semver', 17],
  ['semver-like', 18],
  ['freeform', 19],
  ['homebrew', 20],
]);
