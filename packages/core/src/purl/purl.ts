/** The parts of a package URL, decoded and in the normal form of its type. */
export interface Purl {
  readonly type: string;
  /** Segments joined by `/`; null when there is none. */
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Keys come from outside: the object has no prototype. */
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly subpath: string | null;
}

/** Parts as a caller has them: not yet checked, not yet in normal form. */
export interface PurlParts {
  readonly type: string | null;
  readonly namespace?: string | null;
  readonly name: string | null;
  readonly version?: string | null;
  readonly qualifiers?: Readonly<Record<string, string | null>> | null;
  readonly subpath?: string | null;
}

/** Either the purl, with a note for each fault that was forgiven, or the reason why there is none. */
export type PurlReading =
  | { readonly purl: Purl; readonly notes: readonly string[]; readonly problem: null }
  | { readonly purl: null; readonly problem: string };
