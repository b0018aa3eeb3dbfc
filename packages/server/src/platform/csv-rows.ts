/** The table itself is broken: where its rows begin and end cannot be told. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv';
  constructor(detail: string, offset: number) {
    super(`malformed CSV at byte ${offset}: ${detail}`);
  }
}

export interface CsvRow {
  /** As they came, without the line's end. */
  readonly bytes: Uint8Array;
  /** False of the last row of a file that does not end with a line. */
  readonly ended: boolean;
}

/**
 * How a quote within a quoted field is written: doubled (RFC 4180), or by PHP's `fputcsv`, which leaves it alone after a backslash.
 * `"C:\"` is a whole field in one and the beginning of a field in the other, so the number of fields decides.
 */
type Quoting = 'rfc' | 'php';

/** No row is as long: a quote was lost. */
const MAX_ROW = 64 * 1024;

/**
 * Yields the rows of a table, each with its own bytes. A row that does not have as many fields as the first by RFC 4180 is read as PHP
 * writes it. What follows a closing quote must be the end of the field: otherwise a quote was lost, and the rows after it would hide
 * within a field.
 */
export function* csvRows(table: Uint8Array): Generator<CsvRow> {
  // One character for each byte: no structure of a table is outside ASCII.
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

/** Reads a row by RFC 4180, unless only PHP's way can read it or gives it the right number of fields. */
function readRow(text: string, start: number, columns: number | null): WholeRow {
  const row = scanRow(text, start, 'rfc');
  if ('fields' in row && (columns === null || row.fields.length === columns)) return row;
  const other = scanRow(text, start, 'php');
  if ('fields' in other && ('malformed' in row || other.fields.length === columns)) return other;
  if ('malformed' in row) throw new MalformedCsv(row.malformed, row.at);
  return row;
}

/** Returns the fields of one row, of which there are at least `columns`; none if the row is malformed. */
export function fieldsOfRow(row: string, columns = 1): readonly string[] {
  const read = (['rfc', 'php'] as const).map((quoting) => scanRow(row, 0, quoting));
  const whole = read.flatMap((one) => ('fields' in one && one.end === row.length ? [one.fields] : []));
  return whole.find((fields) => fields.length >= columns) ?? whole[0] ?? [];
}

interface WholeRow {
  readonly fields: readonly string[];
  /** The place of the line's end, or that of the text. */
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
