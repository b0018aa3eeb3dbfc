import { cellsOf, isRule } from './table-rows.ts';

/** What a guide is made of. Texts are as they are written: `inline.ts` reads them. */
export type Block = Heading | Paragraph | Code | Table | List;

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
}

export interface Code {
  readonly kind: 'code';
  /** Empty: none is named. */
  readonly language: string;
  readonly code: string;
}

export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface List {
  readonly kind: 'list';
  /** The number of the first item; null: the items have none. */
  readonly start: number | null;
  /** Blank lines stand between the items, or within one. */
  readonly loose: boolean;
  readonly items: readonly (readonly Block[])[];
}

/** The part of Markdown that the documents are written in, as GitHub reads it. Comments are left out; there is no HTML. */
export function readBlocks(text: string): Block[] {
  return blocksOf(text.replaceAll('\r\n', '\n').split('\n'));
}

type Read = readonly [block: Block | null, next: number];

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? '';
  if (isBlank(line)) return [null, at + 1];
  if (line.startsWith('<!--')) return [null, afterComment(lines, at)];
  if (FENCE.test(line)) return code(lines, at);
  const heading = HEADING.exec(line);
  if (heading !== null) {
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: (heading[2] ?? '').trim() }, at + 1];
  }
  if (beginsTable(lines, at)) return table(lines, at);
  return ITEM.test(line) ? list(lines, at) : paragraph(lines, at);
}

const FENCE = /^(`{3,})([\w-]*)/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^([-*+]|\d{1,9}[.)]) +(?=\S)/;

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function afterComment(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, index) => index >= from && line.includes('-->'));
  return end < 0 ? lines.length : end + 1;
}

function code(lines: readonly string[], from: number): Read {
  const [, fence = '```', language = ''] = FENCE.exec(lines[from] ?? '') ?? [];
  const end = lines.findIndex((line, index) => index > from && line.trim() === fence);
  const last = end < 0 ? lines.length : end;
  return [{ kind: 'code', language, code: lines.slice(from + 1, last).join('\n') }, last + 1];
}

function beginsTable(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').startsWith('|') && isRule(lines[at + 1] ?? '');
}

function table(lines: readonly string[], from: number): Read {
  const head = cellsOf(lines[from] ?? '');
  const rows: string[][] = [];
  let at = from + 2;
  for (; lines[at]?.startsWith('|'); at++) {
    // As GitHub does it: a row has as many cells as the head, whatever is written.
    const cells = cellsOf(lines[at] ?? '');
    rows.push(head.map((_, column) => cells[column] ?? ''));
  }
  return [{ kind: 'table', head, rows }, at];
}

/** Goes on up to a blank line or the beginning of something else. */
function paragraph(lines: readonly string[], from: number): Read {
  let at = from + 1;
  while (at < lines.length && !isBlank(lines[at] ?? '') && !interrupts(lines, at)) at++;
  const text = lines.slice(from, at).map((line) => line.trim());
  return [{ kind: 'paragraph', text: text.join(' ') }, at];
}

function interrupts(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (FENCE.test(line) || HEADING.test(line) || beginsTable(lines, at)) return true;
  // A number at the beginning of a wrapped line is mostly no item; the first item is numbered 1.
  return ITEM.test(line) && (!/^\d/.test(line) || /^1[.)]/.test(line));
}

/** Items of one kind, one after the other; what is indented as far as their text belongs to them. */
function list(lines: readonly string[], from: number): Read {
  const first = lines[from] ?? '';
  const items: Block[][] = [];
  let loose = false;
  let at = from;
  while (isSameKind(first, lines[at] ?? '')) {
    const end = endOfItem(lines, at);
    const indent = (ITEM.exec(lines[at] ?? '')?.[0] ?? '').length;
    const own = lines.slice(at, end).map((line) => line.slice(Math.min(indent, indentOf(line, indent))));
    own[0] = (lines[at] ?? '').slice(indent);
    const next = afterBlanks(lines, end);
    const goesOn = isSameKind(first, lines[next] ?? '');
    loose ||= own.some(isBlank) || (goesOn && next > end);
    items.push(blocksOf(own));
    at = goesOn ? next : end;
    if (!goesOn) break;
  }
  const number = Number.parseInt(first, 10);
  return [{ kind: 'list', start: Number.isNaN(number) ? null : number, loose, items }, at];
}

function endOfItem(lines: readonly string[], from: number): number {
  const indent = (ITEM.exec(lines[from] ?? '')?.[0] ?? '').length;
  let at = from + 1;
  for (;;) {
    const next = afterBlanks(lines, at);
    const line = lines[next];
    if (line === undefined) return at;
    const belongs = indentOf(line, indent) >= indent;
    // A line that is not indented goes on with the text above it unless something else begins.
    const wrapped = next === at && !ITEM.test(line.trimStart()) && !interrupts(lines, next);
    if (!belongs && !wrapped) return at;
    at = next + 1;
  }
}

function isSameKind(first: string, line: string): boolean {
  const marker = ITEM.exec(line)?.[1];
  if (marker === undefined) return false;
  return marker.at(-1) === ITEM.exec(first)?.[1]?.at(-1);
}

function afterBlanks(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at] ?? '')) at++;
  return at;
}

/** Spaces at the beginning of a line; a blank line has as many as are asked for. */
function indentOf(line: string, wanted: number): number {
  return isBlank(line) ? wanted : line.length - line.trimStart().length;
}
