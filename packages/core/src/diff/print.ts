import type { DiffFile, DiffHunk, DiffLine } from './model.ts';
import { quotePath } from './quoted-path.ts';

const MARK = { context: ' ', added: '+', removed: '-' } as const satisfies Record<DiffLine['kind'], string>;

/** Writes a diff as git does; what is read from it is what was given. */
export function printDiff(files: readonly DiffFile[]): string {
  return files.flatMap(fileLines).join('');
}

function fileLines(file: DiffFile): string[] {
  const header = [...(file.git ? gitLines(file) : [])];
  if (file.binary !== null) return [...header, ...file.binary].map(ended);
  if (file.hunks.length === 0) return header.map(ended);
  header.push(`--- ${side('a/', file.oldPath)}`, `+++ ${side('b/', file.newPath)}`);
  return [...header.map(ended), ...file.hunks.flatMap(hunkLines)];
}

function gitLines({ oldPath, newPath, status, oldMode, newMode, similarity, index }: DiffFile): string[] {
  const [before, after] = [oldPath ?? newPath ?? '', newPath ?? oldPath ?? ''];
  const lines = [`diff --git ${quotePath(`a/${before}`)} ${quotePath(`b/${after}`)}`];
  if (status === 'added') lines.push(`new file mode ${newMode ?? '100644'}`);
  else if (status === 'deleted') lines.push(`deleted file mode ${oldMode ?? '100644'}`);
  else {
    if (oldMode !== null) lines.push(`old mode ${oldMode}`);
    if (newMode !== null) lines.push(`new mode ${newMode}`);
  }
  if (similarity !== null) lines.push(`similarity index ${similarity}`);
  if (status === 'renamed' || status === 'copied') {
    const word = status === 'renamed' ? 'rename' : 'copy';
    lines.push(`${word} from ${quotePath(before)}`, `${word} to ${quotePath(after)}`);
  }
  if (index !== null) lines.push(`index ${index}`);
  return lines;
}

function side(prefix: string, path: string | null): string {
  if (path === null) return '/dev/null';
  const quoted = quotePath(prefix + path);
  // Git marks where a name with blanks ends.
  return quoted.includes(' ') && !quoted.startsWith('"') ? `${quoted}\t` : quoted;
}

function hunkLines({ oldStart, oldCount, newStart, newCount, section, lines }: DiffHunk): string[] {
  const heading = `@@ -${span(oldStart, oldCount)} +${span(newStart, newCount)} @@${section}`;
  return [ended(heading), ...lines.map(printLine)];
}

function span(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}

function printLine({ kind, text, unended }: DiffLine): string {
  return `${MARK[kind]}${text}\n${unended ? '\\ No newline at end of file\n' : ''}`;
}

function ended(line: string): string {
  return `${line}\n`;
}
