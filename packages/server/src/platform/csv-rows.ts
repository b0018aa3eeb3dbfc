/** The table itself is broken: where its rows begin and end cannot be told. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv';
  constructor(detail: string, offset: number) {
    super(`malformed CSV at byte ${offset}: ${detail}`);
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;

export interface CsvRow {
  /** As they came, without the line's end. */
  readonly bytes: Uint8Array;
  /** False of the last row of a file that does not end with a line. */
  readonly ended: boolean;
}

/**
 * The rows of a table (RFC 4180), each with its own bytes. A quote means something only where a field begins. What follows a
 * closing quote must be the end of the field: otherwise a quote was lost, and the rows after it would hide within a field.
 */
export function* csvRows(table: Uint8Array): Generator<CsvRow> {
  let at = table[0] === 0xef && table[1] === 0xbb && table[2] === 0xbf ? 3 : 0;
  while (at < table.length) {
    const start = at;
    at = endOfRow(table, start);
    const ended = at < table.length;
    const end = ended && table[at - 1] === CR && at > start ? at - 1 : at;
    if (end > start) yield { bytes: table.subarray(start, end), ended };
    at += 1;
  }
}

/** The place of the line's end, or that of the table. */
function endOfRow(table: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    if (table[at] === QUOTE) at = afterQuotes(table, at);
    while (at < table.length && table[at] !== COMMA && table[at] !== LF) at += 1;
    if (at >= table.length || table[at] === LF) return at;
  }
}

/** Past the closing quote of a field that begins with one. */
function afterQuotes(table: Uint8Array, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = table.indexOf(QUOTE, at);
    if (at === -1) throw new MalformedCsv('a quoted field has no end', start);
    const next = table[at + 1];
    if (next === QUOTE) continue;
    if (next === undefined || next === COMMA || next === LF || next === CR) return at + 1;
    throw new MalformedCsv('text after a closing quote', at + 1);
  }
}

/** The fields of one row that `rowsOf` has found. */
export function fieldsOfRow(row: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= row.length; at += 1) {
    const end = row[at] === '"' ? endOfQuoted(row, at) : at;
    const comma = row.indexOf(',', end);
    const next = comma === -1 ? row.length : comma;
    fields.push(end > at ? row.slice(at + 1, end - 1).replaceAll('""', '"') : row.slice(at, next));
    at = next;
  }
  return fields;
}

function endOfQuoted(row: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = row.indexOf('"', at);
    if (at === -1) return row.length + 1;
    if (row[at + 1] !== '"') return at + 1;
  }
}
