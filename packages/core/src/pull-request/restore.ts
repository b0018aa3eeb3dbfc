import type { DiffFile, DiffLine } from '../diff/model.ts';
import { type Edits, NO_EDITS } from './edits.ts';
import { PULL_LIMITS } from './limits.ts';
import type { PackageChange, PlacedLine, ShownEntry } from './model.ts';

/**
 * Puts back what a change took out, where it stood: an entry of a list, the whole list where it went, and the file of a patch that was
 * deleted with it. Null where the list is written anew in a way that an entry cannot be put into.
 */
export function restoreEdits(
  entry: ShownEntry,
  change: PackageChange,
  files: readonly DiffFile[],
  deleted: ReadonlyMap<string, DiffFile>,
): Edits | null {
  const [first] = entry.lines;
  if (first === undefined || first.kind !== 'removed') return null;
  const whole = filesOf(entry, deleted, first.path);
  if (whole === null) return null;
  const list = LISTS.find((key) => entry.lines.some(({ text }) => opens(text, key)));
  const rewritten =
    list === undefined ? undefined : change.values.find(({ key, line }) => key === list && line.file === first.file);
  if (rewritten !== undefined) {
    const { written, line } = rewritten;
    const inner = entry.lines.slice(1, -1);
    if (!written.endsWith('[') || inner.length === 0 || line.newNumber === null) return null;
    return { ...NO_EDITS, restored: [{ file: first.file, after: line.newNumber, lines: texts(inner) }], files: whole };
  }
  const after = newLineBefore(files[first.file], first);
  if (after === null) return null;
  return { ...NO_EDITS, restored: [{ file: first.file, after, lines: texts(entry.lines) }], files: whole };
}

const LISTS = ['patches', 'knownVulnerabilities'] as const;

function opens(text: string, key: string): boolean {
  const plain = text.trimStart();
  return plain.includes('=') && (plain.startsWith(key) || plain.startsWith(`meta.${key}`));
}

function texts(lines: readonly PlacedLine[]): string[] {
  return lines.map(({ text }) => text);
}

/** The number that the line before has after the change. */
function newLineBefore(file: DiffFile | undefined, { hunk, index }: PlacedLine): number | null {
  const own = file?.hunks[hunk];
  if (own === undefined || own.newCount === 0) return null;
  for (let at = index - 1; at >= 0; at -= 1) {
    const number = own.lines[at]?.newNumber;
    if (number != null) return number;
  }
  return own.newStart - 1;
}

/** The files that a diff deletes, by path. */
export function deletedFiles(files: readonly DiffFile[]): ReadonlyMap<string, DiffFile> {
  return new Map(
    files.flatMap((file) => (file.status === 'deleted' && file.oldPath !== null ? [[file.oldPath, file]] : [])),
  );
}

/** Files of patches that the diff deletes and the entry names: `./CVE-2026-10005.patch`. */
function filesOf({ lines }: ShownEntry, files: ReadonlyMap<string, DiffFile>, path: string): DiffFile[] | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const named = lines.flatMap(({ text }) =>
    text
      .slice(0, PULL_LIMITS.lineLength)
      .split(/[\s()[\];]/)
      .flatMap((word) => (word.startsWith('./') ? [folder + word.slice(2)] : [])),
  );
  const deleted = [...new Set(named)].flatMap((name) => files.get(name) ?? []);
  if (deleted.some(({ binary }) => binary !== null)) return null;
  return deleted.map(inverse);
}

function inverse({ oldPath, oldMode, hunks }: DiffFile): DiffFile {
  return {
    oldPath: null,
    newPath: oldPath,
    status: 'added',
    git: true,
    oldMode: null,
    newMode: oldMode ?? '100644',
    similarity: null,
    index: null,
    binary: null,
    hunks: hunks.map((hunk) => ({
      oldStart: hunk.newStart,
      oldCount: hunk.newCount,
      newStart: hunk.oldStart,
      newCount: hunk.oldCount,
      section: '',
      lines: hunk.lines.map(
        (line): DiffLine => ({ ...line, kind: 'added', oldNumber: null, newNumber: line.oldNumber }),
      ),
    })),
  };
}
