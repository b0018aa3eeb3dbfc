import type { Notes } from './notes.ts';

/** A tag with its value, and the line on which it begins. Without a tag: a line that could not be read. */
export interface Tag {
  readonly tag: string | null;
  readonly value: string;
  readonly line: number;
}

const OPENING = '<text>';
const CLOSING = '</text>';

/** The tags of a document in order: `Tag: value`, `Tag: <text>several lines</text>`, `# a comment`. Linear in the text. */
export function* tagsOf(document: string, notes: Notes): Generator<Tag> {
  let at = 0;
  let line = 0;
  while (at < document.length) {
    line += 1;
    const first = line;
    let end = endOfLine(document, at);
    // Not to be sought beyond the line: lines without a colon would each search the whole rest.
    const colon = at + document.slice(at, Math.min(end, at + 64)).indexOf(':');
    const isTagged = colon >= at && isTag(document, at, colon);
    const content = document.slice(isTagged ? colon + 1 : at, end).trim();
    if (isTagged && content.startsWith(OPENING)) {
      const start = document.indexOf(OPENING, colon) + OPENING.length;
      const close = document.indexOf(CLOSING, start);
      if (close === -1) notes.say(`The <text> in line ${first} is not closed; the rest was not read.`);
      const stop = close === -1 ? document.length : close;
      for (
        let next = document.indexOf('\n', start);
        next !== -1 && next < stop;
        next = document.indexOf('\n', next + 1)
      ) {
        line += 1;
      }
      end = endOfLine(document, stop);
      yield { tag: document.slice(at, colon).trim(), value: document.slice(start, stop).trim(), line: first };
    } else if (isTagged) yield { tag: document.slice(at, colon).trim(), value: content, line: first };
    else if (content !== '' && !content.startsWith('#')) yield { tag: null, value: content, line: first };
    at = end + 1;
  }
}

function endOfLine(document: string, from: number): number {
  const end = document.indexOf('\n', from);
  return end === -1 ? document.length : end;
}

/** Letters alone, with blanks around at most; a tag has no more than forty. */
function isTag(document: string, from: number, colon: number): boolean {
  return /^\s*[A-Za-z]{1,40}\s*$/.test(document.slice(from, colon));
}
