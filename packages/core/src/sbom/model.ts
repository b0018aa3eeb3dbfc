import type { StorePath } from './store-path.ts';

/** One component of a bill of materials or of a lockfile, as far as questions about vulnerabilities need it. */
export interface Component {
  readonly name: string;
  /** Null where the document gives none. */
  readonly version: string | null;
  /** A package URL; as written in a bill of materials, canonical where we made it from a lockfile. Null: the document gives none. */
  readonly purl: string | null;
  /** Its id in the document (`bom-ref`, `SPDXID`); null where it has none. */
  readonly ref: string | null;
  /** Whether the project itself asks for it; null where the document does not say. */
  readonly direct: boolean | null;
  /** Whether it serves development, tests or builds alone; null where the document does not say. */
  readonly dev: boolean | null;
  /** CPE names that the document gives for it; left out where there are none. */
  readonly cpes?: readonly string[] | undefined;
  /** Ids of the vulnerabilities for which, by the document, a patch is applied; left out where there are none. */
  readonly patched?: readonly string[] | undefined;
  /** The source package that it was built from, as the document says beside its package URL: `openssl@3.0.11-1`. Left out elsewhere. */
  readonly source?: string | undefined;
  /** For Nix store paths, which do not name the package on their own. */
  readonly storePath?: StorePath | undefined;
  /**
   * The dependency path from the project to its parent, each with its version: `express 4.17.1`. Omitted for direct
   * dependencies, and if unknown.
   */
  readonly through?: readonly string[] | undefined;
  /** Where it stands: a JSON pointer (`/components/3`), a path of elements (`/bom/components/component[4]`) or a line (`line 12`). */
  readonly place: string;
}

/** Something in a document that is no component we can ask about, and why. Nothing is left out silently. */
export interface Skipped {
  readonly place: string;
  readonly name: string | null;
  readonly reason: string;
}

/** `nix`: no bill of materials, but a list of store paths or derivations, of which each is a component. */
export type SbomFormat = 'cyclonedx' | 'spdx' | 'nix';
export type SbomEncoding = 'json' | 'xml' | 'tag-value' | 'json-ld' | 'text' | 'dot';

/** A bill of materials as it was read. */
export interface Sbom {
  readonly format: SbomFormat;
  /** `1.2` to `1.7`, `2.2`, `2.3`, `3.0`, or what Nix wrote; as written where it is none of these and was read all the same. */
  readonly specVersion: string;
  readonly encoding: SbomEncoding;
  /** The subject of the document; null if it names none. */
  readonly subject: string | null;
  readonly components: readonly Component[];
  readonly skipped: readonly Skipped[];
  /** Deviations from the standard that were tolerated. */
  readonly notes: readonly string[];
}

/** Why a document is refused. */
export type SbomProblemCode =
  | 'not_an_sbom'
  | 'malformed'
  | 'version_not_supported'
  | 'too_many_components'
  | 'too_deep'
  | 'too_large'
  | 'entities_refused';

export interface SbomProblem {
  readonly code: SbomProblemCode;
  /** In a sentence, with the place where there is one. */
  readonly message: string;
}

export type SbomReading =
  | { readonly sbom: Sbom; readonly problem: null }
  | { readonly sbom: null; readonly problem: SbomProblem };

/** Bounds on what is read; see `docs/scan.md`. */
export interface SbomLimits {
  readonly characters: number;
  readonly components: number;
  readonly depth: number;
}

export const SBOM_LIMITS: SbomLimits = { characters: 20 * 1024 * 1024, components: 50_000, depth: 100 };
