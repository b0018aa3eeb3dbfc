/** Thrown if row boundaries cannot be determined. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv';
  constructor(detail: string, offset: number) {
    super(`malformed CSV at byte ${offset}: ${detail}`);
  }
}

export interface CsvRow {
  /** Without the line ending. */
  readonly bytes: Uint8Array;
  /** False if the file does not end with a line break. */
  readonly ended: boolean;
}

/**
 * Quotes inside a field are doubled (RFC 4180), or left alone after a backslash (PHP's `fputcsv`). `"C:\"` is a
 * complete field in one and an unfinished one in the other, so the number of fields decides.
 */
type Quoting = 'rfc' | 'php';

/** A longer row means that a quote was lost. */
const MAX_ROW = 64 * 1024;

/**
 * Yields rows with their own bytes. Reads a row as PHP writes it if RFC 4180 gives another number of fields than the
 * first row has. Rejects text after a closing quote: a quote was lost, and the following rows would hide in a field.
 */
export function* csvRows(table: Uint8Array): Generator<CsvRow> {
  // One character per byte is safe, because a table's structure is ASCII.
  const text = Buffer.from(table.buffer, table.byteOffset, table.length).toString('latin1');
  let columns: number | null = null;
  let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  while (at < text.length) {
    const start = at;
    const { end, fields } = readRow(text, start, columns);
    const ended = end < text.length;
    const last = ended && text[end - 1] === '\r' && end > start ? end - 1 : end;
    if (last > start) {
      columns ??= fields.length;
      yield { bytes: table.subarray(start, last), ended };
    }
    at = end + 1;
  }
}

/** Prefers RFC 4180, unless only PHP's way works or gives the right number of fields. */
function readRow(text: string, start: number, columns: number | null): WholeRow {
  const row = scanRow(text, start, 'rfc');
  if ('fields' in row && (columns === null || row.fields.length === columns)) return row;
  const other = scanRow(text, start, 'php');
  if ('fields' in other && ('malformed' in row || other.fields.length === columns)) return other;
  if ('malformed' in row) throw new MalformedCsv(row.malformed, row.at);
  return row;
}

/** Returns an empty list for a malformed row. */
export function fieldsOfRow(row: string, columns = 1): readonly string[] {
  const read = (['rfc', 'php'] as const).map((quoting) => scanRow(row, 0, quoting));
  const whole = read.flatMap((one) => ('fields' in one && one.end === row.length ? [one.fields] : []));
  return whole.find((fields) => fields.length >= columns) ?? whole[0] ?? [];
}

interface WholeRow {
  readonly fields: readonly string[];
  readonly end: number;
}

type ScannedRow = WholeRow | { readonly malformed: string; readonly at: number };

function scanRow(text: string, start: number, quoting: Quoting): ScannedRow {
  const fields: string[] = [];
  for (let at = start; ; at += 1) {
    const from = at;
    if (text[at] === '"') {
      const close = findClosingQuote(text, at, quoting);
      if (close === -1) return { malformed: 'a quoted field has no end', at };
      at = close + 1;
      if (!/^(?:,|\r?\n|\r?$)/.test(text.slice(at, at + 2))) return { malformed: 'text after a closing quote', at };
      fields.push(unquote(text.slice(from + 1, close), quoting));
    }
    const isQuoted = at > from;
    while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1;
    if (!isQuoted) fields.push(text.slice(from, at));
    if (at >= text.length || text[at] === '\n') return { fields, end: at };
  }
}

function findClosingQuote(text: string, start: number, quoting: Quoting): number {
  let at = start + 1;
  while (at - start < MAX_ROW) {
    at = text.indexOf('"', at);
    if (at === -1) break;
    if (quoting === 'php' && text[at - 1] === '\\') at += 1;
    else if (text[at + 1] === '"') at += 2;
    else return at;
  }
  return -1;
}

function unquote(field: string, quoting: Quoting): string {
  return quoting === 'rfc'
    ? field.replaceAll('""', '"')
    : field.replaceAll(/(\\")|""/g, (_, escaped) => escaped ?? '"');
}
