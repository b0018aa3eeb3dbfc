import type { DiffLine } from '../diff/model.ts';

/** A line of a diff, and the hunk that it stands in. */
export interface PlacedLine extends DiffLine {
  readonly path: string;
  /** Place of the file among those of the diff, of the hunk in the file, and of the line in the hunk. */
  readonly file: number;
  readonly hunk: number;
  readonly index: number;
}

/** A value that the diff shows. */
export interface ShownValue {
  readonly key: string;
  /** What stands between the quotes; null where it is no plain string. */
  readonly text: string | null;
  readonly written: string;
  readonly at: number;
  readonly line: PlacedLine;
}

/** Something that a change took out or put in, with the CVEs that it names. */
export interface ShownEntry {
  readonly cves: readonly string[];
  readonly text: string;
  /** Its lines in the diff, in order; more than the one that names the CVE where they belong together. */
  readonly lines: readonly PlacedLine[];
}

/** Hashes of the sources themselves, not those of patches or of what the sources depend on. */
export interface SourceHashes {
  readonly now: readonly ShownValue[];
  readonly removed: readonly ShownValue[];
  /** `src = fetch…` is shown: even where its hash is not, there is one. */
  readonly fetched: boolean;
}

/** What a diff does to one package. Everything is what the diff shows; what it does not show is null or empty. */
export interface PackageChange {
  /** What of it was not read since there is too much, in words; empty where all was. */
  readonly unread: readonly string[];
  /** As people call it, for messages: the attribute where the place says it, else the package's own name. */
  readonly name: string;
  /** Every name that it may be known by, the likeliest first. */
  readonly names: readonly string[];
  /** Whether the first of them is the attribute, by the place of the file. */
  readonly placed: boolean;
  readonly kind: 'added' | 'changed' | 'deleted';
  /** The file that findings point to, and the line after the change. */
  readonly file: string;
  readonly line: number;
  readonly oldVersion: string | null;
  readonly newVersion: string | null;
  /** Where the version after the change stands; null where it is not shown. */
  readonly version: ShownValue | null;
  /** Values after the change: names, revisions, addresses, hashes. */
  readonly values: readonly ShownValue[];
  readonly sourceHashes: SourceHashes;
  readonly addedPatches: readonly ShownEntry[];
  readonly droppedPatches: readonly ShownEntry[];
  readonly droppedVulnerabilities: readonly ShownEntry[];
  /** The ids of all that. */
  readonly cves: ChangedCves;
}

/** CVEs that a change names, each once. */
export interface ChangedCves {
  /** By patches that it adds, and by patches that it drops. */
  readonly patched: ReadonlySet<string>;
  readonly unpatched: ReadonlySet<string>;
  /** By warnings that the package has after the change, as far as is shown, and by those that it drops. */
  readonly declared: ReadonlySet<string>;
  readonly undeclared: ReadonlySet<string>;
}

export function versionChanged({ oldVersion, newVersion }: PackageChange): boolean {
  return newVersion !== null && oldVersion !== newVersion;
}
