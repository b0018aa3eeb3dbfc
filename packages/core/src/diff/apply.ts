import type { DiffFile } from './model.ts';

/**
 * The text of a file after its part of a diff, null where the file is gone. Nothing is searched for: every line has to stand where
 * the diff says it does, otherwise a `RangeError` names the first that does not.
 */
export function applyDiff({ hunks, status }: DiffFile, text: string): string | null {
  if (status === 'deleted') return null;
  const lines = splitLines(text);
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, lines: changed } of hunks) {
    // Where a hunk has no lines from before, it says after which line it stands.
    const from = oldCount === 0 ? oldStart : oldStart - 1;
    for (; at < from; at += 1) result.push(lines[at] ?? missing(at + 1));
    for (const line of changed) {
      const whole = line.unended ? line.text : `${line.text}\n`;
      if (line.kind !== 'added') {
        if (lines[at] !== whole) missing(at + 1);
        at += 1;
      }
      if (line.kind !== 'removed') result.push(whole);
    }
  }
  return result.concat(lines.slice(at)).join('');
}

/** With their line feeds. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    lines.push(end === -1 ? text.slice(from) : text.slice(from, end + 1));
    from = end === -1 ? text.length : end + 1;
  }
  return lines;
}

function missing(line: number): never {
  throw new RangeError(`line ${line} does not match the diff`);
}
