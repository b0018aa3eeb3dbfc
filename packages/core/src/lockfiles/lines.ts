/** A line of a file, counted from 1, without its end. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** The lines of a text; ends are `\n` or `\r\n`, and a byte order mark is no part of the first. */
export function* splitLines(text: string): Generator<Line> {
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  for (let number = 1; from <= text.length; number += 1) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield { text: text.slice(from, text[to - 1] === '\r' ? to - 1 : to), number };
    from = to + 1;
  }
}

/** The place of a line in words. */
export function lineNumber(number: number): string {
  return `line ${number}`;
}

/** How many spaces a line begins with. */
export function countIndent(text: string): number {
  let at = 0;
  while (text[at] === ' ') at += 1;
  return at;
}
