import { fileOf, type Header, newHeader, readExtended, readGitPaths, readSide } from './header.ts';
import { type DiffFile, type DiffHunk, type DiffProblem, type DiffReading, MOST_DIFF_LINES } from './model.ts';
import { readHunk } from './read-hunk.ts';

/**
 * Reads a unified diff as git writes it: with or without `diff --git`, mails of `git format-patch` included. What stands between
 * the files is passed over, as `git apply` does; what belongs to one and cannot be read is a problem with its line. Each line is
 * looked at once.
 */
export function parseDiff(text: string): DiffReading {
  const nul = text.indexOf('\0');
  if (nul !== -1) return refused(text.slice(0, nul).split('\n').length, 'it contains a NUL character');
  const lines = linesOf(text);
  if (lines === null) return refused(MOST_DIFF_LINES + 1, `the diff exceeds ${MOST_DIFF_LINES} lines`);
  const files: DiffFile[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.startsWith('diff --git ') || isPlainStart(lines, at)) {
      const read = readFile(lines, at);
      if ('reason' in read) return { files: null, problem: read };
      files.push(read.file);
      at = read.next;
    } else if (line.startsWith('@@ ')) {
      return refused(at + 1, 'a hunk appears before any file name');
    } else at += 1;
  }
  if (files.length === 0)
    return refused(1, 'no file name found: expected `diff --git a/… b/…`, or `--- a/…` and `+++ b/…`');
  return { files, problem: null };
}

/** Null where there are too many. */
function linesOf(text: string): string[] | null {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    lines.push(end === -1 ? text.slice(from) : text.slice(from, end));
    if (lines.length > MOST_DIFF_LINES) return null;
    from = end === -1 ? text.length : end + 1;
  }
  return lines;
}

/** A file without git's own header: `--- x`, then `+++ y`, then a hunk. */
function isPlainStart(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? '').startsWith('--- ') &&
    (lines[at + 1] ?? '').startsWith('+++ ') &&
    (lines[at + 2] ?? '').startsWith('@@ ')
  );
}

function readFile(lines: readonly string[], start: number): { file: DiffFile; next: number } | DiffProblem {
  const header = newHeader(start + 1);
  let at = start;
  const first = headerLine(lines, at);
  if (first.startsWith('diff --git ')) {
    header.git = readGitPaths(first.slice('diff --git '.length));
    if (header.git === null) return problem(at, 'cannot tell the two paths of `diff --git` apart');
    at += 1;
  }
  for (; at < lines.length; at += 1) {
    const taken = readExtended(header, headerLine(lines, at));
    if (typeof taken === 'string') return problem(at, taken);
    if (!taken) break;
  }
  const binary = readBinary(lines, at);
  if (binary !== null) return finished(header, { hunks: [], binary: binary.lines, next: binary.next });
  if ((lines[at] ?? '').startsWith('--- ')) {
    const sides = readSides(header, lines, at);
    if (sides !== null) return sides;
    at += 2;
    if (!(lines[at] ?? '').startsWith('@@ ')) return problem(at, 'expected a hunk: `@@ -1,3 +1,4 @@`');
  }
  const hunks: DiffHunk[] = [];
  while ((lines[at] ?? '').startsWith('@@ ')) {
    if (header.after === undefined) return problem(at, 'a hunk appears before `---` and `+++`');
    const read = readHunk(lines, at);
    if ('reason' in read) return read;
    const last = hunks.at(-1);
    if (last !== undefined && read.hunk.oldStart < last.oldStart + last.oldCount) {
      return problem(at, 'the hunk overlaps the one above');
    }
    hunks.push(read.hunk);
    at = read.next;
  }
  return finished(header, { hunks, binary: null, next: at });
}

/** Header lines of a diff that was sent through a mail or an editor may end with a carriage return. */
function headerLine(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function readSides(header: Header, lines: readonly string[], at: number): DiffProblem | null {
  header.before = readSide(headerLine(lines, at));
  if (header.before === undefined) return problem(at, 'invalid path after `---`');
  const after = headerLine(lines, at + 1);
  if (!after.startsWith('+++ ')) return problem(at + 1, 'expected `+++` and the path of the changed file');
  header.after = readSide(after);
  if (header.after === undefined) return problem(at + 1, 'invalid path after `+++`');
  if (header.before === null && header.after === null) return problem(at + 1, 'both sides are /dev/null');
  return null;
}

/** `Binary files a/x and b/x differ`, or the patch itself up to the next file. */
function readBinary(lines: readonly string[], at: number): { lines: string[]; next: number } | null {
  const line = headerLine(lines, at);
  if (line.startsWith('Binary files ') && line.endsWith(' differ')) return { lines: [line], next: at + 1 };
  if (line !== 'GIT binary patch') return null;
  let next = at + 1;
  while (next < lines.length && !(lines[next] ?? '').startsWith('diff --git ')) next += 1;
  return { lines: lines.slice(at, next), next };
}

function finished(
  header: Header,
  { hunks, binary, next }: { hunks: readonly DiffHunk[]; binary: readonly string[] | null; next: number },
): { file: DiffFile; next: number } | DiffProblem {
  const named = fileOf(header);
  if (named === null) return { line: header.line, reason: 'the file has no name' };
  if (named.status === 'added' && hunks.some(({ oldCount }) => oldCount > 0)) {
    return { line: header.line, reason: 'the file is new, but a hunk contains old lines' };
  }
  if (named.status === 'deleted' && hunks.some(({ newCount }) => newCount > 0)) {
    return { line: header.line, reason: 'the file is deleted, but a hunk keeps lines' };
  }
  return { file: { ...named, binary, hunks }, next };
}

function problem(at: number, reason: string): DiffProblem {
  return { line: at + 1, reason };
}

function refused(line: number, reason: string): DiffReading {
  return { files: null, problem: { line, reason } };
}
