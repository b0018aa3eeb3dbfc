import type { SbomLimits, SbomReading } from './model.ts';
import { startClosure } from './nix.ts';
import { type NoteKind, number } from './notes.ts';
import { isWholeStorePath } from './store-path.ts';

/** Longer lines hold no path. */
const LONGEST_LINE = 2_000;
const HEADER = /^digraph\s{1,20}[^\s{]{0,100}\s{0,20}\{\s{0,20}/;

/** Whether a text is a list of store paths: its first line that says something begins with one. */
export function areStorePaths(document: string): boolean {
  for (const { text } of linesOf(document)) {
    if (!isEmpty(text)) return isWholeStorePath(firstWord(text));
  }
  return false;
}

/** Reads a list of store paths, as `nix-store --query --requisites` and `nix path-info --recursive` print it. Sizes behind a path are passed over. */
export function readStorePaths(document: string, limits: SbomLimits): SbomReading {
  const closure = startClosure('store-paths', 'text', limits);
  for (const { text, line } of linesOf(document)) {
    if (closure.isFull()) break;
    if (!isEmpty(text)) closure.add({ path: firstWord(text), place: `line ${line}` });
  }
  return closure.finish();
}

function isEmpty(line: string): boolean {
  return line === '' || line.startsWith('#');
}

function firstWord(line: string): string {
  const end = line.search(/\s/);
  return end === -1 ? line : line.slice(0, end);
}

/** Whether a text is what `nix-store --query --graph` prints. */
export function isStoreGraph(document: string): boolean {
  return HEADER.test(document.slice(0, 300));
}

const UNREAD: NoteKind = (count, place) =>
  `Ignored ${number(count, 'line', 'lines')} that ${count === 1 ? 'is' : 'are'} neither a node nor an edge, for example ${place}.`;

/** A node, or an edge from what is needed to what needs it. */
const STATEMENT =
  /"([^"]{1,500})"(?:\s{0,20}->\s{0,20}"([^"]{1,500})")?\s{0,20}(?:\[[^\]]{0,500}\])?\s{0,20};?\s{0,20}/y;

/** Reads `nix-store --query --graph`. */
export function readStoreGraph(document: string, limits: SbomLimits): SbomReading {
  const closure = startClosure('graph', 'dot', limits);
  const unread: string[] = [];
  for (const { text: whole, line } of linesOf(document, document.length)) {
    if (closure.isFull()) break;
    const text = line === 1 ? whole.replace(HEADER, '') : whole;
    const end = readStatements(text, (first, second) => {
      closure.add({ path: first, place: `line ${line}` });
      if (second === undefined) return;
      closure.add({ path: second, place: `line ${line}` });
      closure.needs(second, first);
    });
    if (end < text.length && text.slice(end) !== '}') unread.push(`line ${line}`);
  }
  if (unread[0] !== undefined) closure.say(UNREAD(unread.length, unread[0]));
  return closure.finish();
}

/** The place behind the last statement of a line. */
function readStatements(line: string, each: (first: string, second: string | undefined) => void): number {
  let end = 0;
  while (end < line.length) {
    STATEMENT.lastIndex = end;
    const [whole, first, second] = STATEMENT.exec(line) ?? [];
    if (whole === undefined || first === undefined) return end;
    each(first, second);
    end += whole.length;
  }
  return end;
}

/** Lines without what surrounds them, from 1; of one that is too long its beginning, which is then no path. */
function* linesOf(
  document: string,
  longest = LONGEST_LINE,
): Generator<{ readonly text: string; readonly line: number }> {
  let line = 1;
  for (let from = 0; from < document.length; line += 1) {
    const newline = document.indexOf('\n', from);
    const end = newline === -1 ? document.length : newline;
    yield { text: document.slice(from, Math.min(end, from + longest)).trim(), line };
    from = end + 1;
  }
}
