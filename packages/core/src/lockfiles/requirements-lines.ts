import { splitLines } from './lines.ts';

/** A line as pip sees it: continuations joined, comments gone. */
export interface LogicalLine {
  readonly text: string;
  /** Where it begins. */
  readonly number: number;
  /** Who asks for it by the comments `# via …` that pip-compile and uv write: names, and files with `-r` before them. */
  readonly via: readonly string[];
}

/** The lines of a requirements file that are neither empty nor comments. */
export function* logicalLines(text: string): Generator<LogicalLine> {
  const lines: LogicalLine[] = [];
  let parts: string[] = [];
  let start = 0;
  let via: string[] = [];
  let listing = false;

  function finish(): void {
    const joined = parts.join('');
    parts = [];
    const comment = commentStart(joined);
    const body = joined.slice(0, comment).trim();
    if (body === '') return;
    via = [];
    lines.push({ text: body, number: start, via });
    listing = false;
    if (comment < joined.length) readVia(joined.slice(comment));
  }

  function readVia(comment: string): void {
    const body = comment.slice(1).trim();
    if (body === 'via') listing = true;
    else if (body.startsWith('via ')) {
      listing = true;
      via.push(body.slice('via '.length).trim());
    } else if (listing && comment.startsWith('#   ')) via.push(body);
    else listing = false;
  }

  for (const { text: line, number } of splitLines(text)) {
    const body = line.trim();
    if (parts.length === 0) start = number;
    if (body.startsWith('#')) {
      // A comment ends what is continued before it.
      if (parts.length > 0) finish();
      readVia(body);
    } else if (line.endsWith('\\')) parts.push(line.slice(0, -1));
    else {
      parts.push(line);
      finish();
    }
    // Comments below a line belong to it: it is complete when the next one begins.
    if (lines.length > 1) yield* lines.splice(0, 1);
  }
  if (parts.length > 0) finish();
  yield* lines;
}

/** Where a comment begins: a hash at the start or after a space, for addresses hold hashes too. */
function commentStart(text: string): number {
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    if (at === 0 || text[at - 1] === ' ' || text[at - 1] === '\t') return at;
  }
  return text.length;
}
