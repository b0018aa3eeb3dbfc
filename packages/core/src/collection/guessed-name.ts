/** A package's own name, and its version. */
export interface NameAndVersion {
  readonly pname: string;
  readonly version: string;
}

/**
 * Splits a derivation's name as Nix does: the version begins at the first hyphen that no letter follows. A guess:
 * `python3.12-requests-2.32.3` is well split, `font-7x14-1.0` is not.
 */
export function guessedName(name: string): NameAndVersion {
  const at = name.search(VERSION);
  return at === -1 ? { pname: name, version: '' } : { pname: name.slice(0, at), version: name.slice(at + 1) };
}

const VERSION = /-(?![a-z])/i;
