/** One line of a hunk. `text` is without its mark and its line feed; a carriage return belongs to it. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** Counted from 1 in the file before; null where it did not stand there. */
  readonly oldNumber: number | null;
  /** Counted from 1 in the file after; null where it no longer stands there. */
  readonly newNumber: number | null;
  /** The file ends with it, without a line feed. */
  readonly unended: boolean;
}

export interface DiffHunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What stands behind the second `@@`, with its blank: a line of the file above the hunk. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

/** What a diff says of one file. */
export interface DiffFile {
  /** Null: the file is new. */
  readonly oldPath: string | null;
  /** Null: the file is gone. */
  readonly newPath: string | null;
  readonly status: 'changed' | 'added' | 'deleted' | 'renamed' | 'copied';
  /** Whether it begins with `diff --git`; otherwise with `---`. */
  readonly git: boolean;
  readonly oldMode: string | null;
  readonly newMode: string | null;
  /** Of a rename or copy, as written: `95%`. */
  readonly similarity: string | null;
  /** As written: `1a2b3c4..5d6e7f8 100644`. */
  readonly index: string | null;
  /** The notice or the patch of a binary file, line by line; null where it is text. */
  readonly binary: readonly string[] | null;
  readonly hunks: readonly DiffHunk[];
}

/** Why a text is no diff, and where. */
export interface DiffProblem {
  /** Counted from 1 in the text. */
  readonly line: number;
  readonly reason: string;
}

export type DiffReading =
  | { readonly files: readonly DiffFile[]; readonly problem: null }
  | { readonly files: null; readonly problem: DiffProblem };

/** More lines than any change that a person reads; each of them takes memory. */
export const MOST_DIFF_LINES = 250_000;

/** The lines of a hunk as they stand after the change. */
export function newSide({ lines }: DiffHunk): readonly DiffLine[] {
  return lines.filter(({ kind }) => kind !== 'removed');
}
