import type { Collection } from './collect.ts';
import type { System } from './os-release.ts';

/**
 * Reads the text into the collection and returns the file's version of its format. The system is the one on which the listed packages
 * are installed; null where it is not known.
 */
type LockfileReader = (text: string, collection: Collection, system: System | null) => string | null;

/** A kind of lockfile: everything that the project knows about it besides its tests. */
export interface LockfileDefinition<Kind extends string = string> {
  /** The name of its file; with folders where the name alone does not tell: `npins/sources.json`. */
  readonly kind: Kind;
  /** Other names of the same format. `*` means any characters; such a name is matched in any case. */
  readonly otherNames?: readonly string[];
  /** Manifests beside it, which name ranges: whoever gives one is told to give the lockfile. */
  readonly manifests?: readonly string[];
  readonly read: LockfileReader;
  /** The parts of its line in docs/scan.md, in Markdown. */
  readonly page: {
    readonly forms: string;
    readonly direct: string;
    readonly dev: string;
    readonly place: 'line' | 'JSON pointer';
    /** Entries that are not components. */
    readonly skipped: string;
  };
}

/** Keeps the kind as a literal type. */
export function defineLockfile<const Kind extends string>(
  definition: LockfileDefinition<Kind>,
): LockfileDefinition<Kind> {
  return definition;
}
