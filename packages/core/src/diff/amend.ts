import { type DiffFile, type DiffHunk, type DiffLine, newSide } from './model.ts';

/** A change to a file that a diff has changed, by the numbers that lines have after the diff. */
export interface Amendment {
  /** The line that it is about; 0 stands before the first. */
  readonly line: number;
  /** `replace`: this line becomes these; `insert`: these come after it. */
  readonly kind: 'replace' | 'insert';
  readonly lines: readonly string[];
}

/** Lines around a change, as git has them. */
const CONTEXT = 3;

/**
 * A diff that makes amendments to what a diff has made of a file, and touches nothing but lines that the diff shows. Null where one of
 * them is not shown, or where nothing around it is: then nothing would hold the change in its place.
 */
export function amendFile(file: DiffFile, amendments: readonly Amendment[]): DiffFile | null {
  const path = file.newPath;
  if (path === null || amendments.length === 0) return null;
  const hunks: DiffHunk[] = [];
  let shift = 0;
  let done = 0;
  for (const hunk of file.hunks) {
    const shown = newSide(hunk);
    const first = hunk.newStart;
    const own = amendments.filter(({ line, kind }) => isWithin(shown, line, kind, first));
    if (own.length === 0) continue;
    const amended = amendHunk(shown, own, first, shift);
    if (amended === null) return null;
    if (file.status !== 'added' && !amended.lines.some(({ kind }) => kind === 'context')) return null;
    hunks.push(amended);
    shift += amended.newCount - amended.oldCount;
    done += own.length;
  }
  if (done < amendments.length) return null;
  return {
    oldPath: path,
    newPath: path,
    status: 'changed',
    git: true,
    oldMode: null,
    newMode: null,
    similarity: null,
    index: null,
    binary: null,
    hunks,
  };
}

function isWithin(shown: readonly DiffLine[], line: number, kind: Amendment['kind'], first: number): boolean {
  const last = first + shown.length - 1;
  // Before the first line there is something to hold on to when that line is shown.
  return (kind === 'insert' && line === first - 1 && shown.length > 0) || (line >= first && line <= last);
}

function amendHunk(
  shown: readonly DiffLine[],
  amendments: readonly Amendment[],
  first: number,
  shift: number,
): DiffHunk | null {
  const touched = amendments.map(({ line, kind }) => (kind === 'insert' ? line + 0.5 : line));
  const from = Math.max(first, Math.ceil(Math.min(...touched)) - CONTEXT);
  const to = Math.min(first + shown.length - 1, Math.floor(Math.max(...touched)) + CONTEXT);
  const lines: DiffLine[] = [];
  let newNumber = from + shift;
  const add = (text: string, unended = false) => {
    lines.push({ kind: 'added', text, oldNumber: null, newNumber, unended });
    newNumber += 1;
  };
  const inserted = (after: number) =>
    amendments.flatMap((each) => (each.kind === 'insert' && each.line === after ? each.lines : []));
  if (from === first) for (const text of inserted(first - 1)) add(text);
  for (let number = from; number <= to; number += 1) {
    const line = shown[number - first];
    if (line === undefined) return null;
    const replaced = amendments.find((each) => each.kind === 'replace' && each.line === number);
    const more = inserted(number);
    // A last line without an end would get one: that is not what the amendment is for.
    if (line.unended && more.length > 0) return null;
    if (replaced === undefined) {
      lines.push({ kind: 'context', text: line.text, oldNumber: number, newNumber, unended: line.unended });
      newNumber += 1;
    } else {
      lines.push({ kind: 'removed', text: line.text, oldNumber: number, newNumber: null, unended: line.unended });
      const last = replaced.lines.length - 1;
      replaced.lines.forEach((text, i) => add(text, line.unended && i === last));
    }
    for (const text of more) add(text);
  }
  const oldCount = lines.filter(({ kind }) => kind !== 'added').length;
  const newCount = lines.filter(({ kind }) => kind !== 'removed').length;
  return {
    oldStart: from,
    oldCount,
    newStart: newCount === 0 ? from + shift - 1 : from + shift,
    newCount,
    section: '',
    lines,
  };
}
