import { createReadStream } from 'node:fs';
import { parseOsvId } from '@almanac/core/ids';
import { UnexpectedUpstream, type Unreadable } from '../source.ts';
import { isDirectory } from './directories.ts';
import { osvInstant } from './schema.ts';

/** A row of `modified_id.csv`: a record, one of the directories that have it, and how it is dated. */
export interface ListedRow {
  readonly directory: string;
  readonly id: string;
  /** In milliseconds. */
  readonly modified: number;
}

const BLOCK = 1024 * 1024;
export const LONGEST_ROW = 500;
/** A few may be odd; of a list with more, nothing is known. */
const MOST_BAD_ROWS = 100;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
const SLASH = 0x2f;

/**
 * The rows of a list, newest first, in blocks; of a part of one, those that are whole. A list of one directory names ids alone, that of the bucket names the
 * directory with each. Rows are sorted by the text of dates of different lengths, in which `…00Z` stands above `…00.5Z`:
 * within a second their order means nothing.
 *
 * Ids are decoded one by one: pieces of a longer text would keep all of that text in memory.
 */
export async function* listingRows(
  file: string,
  directory: string,
  partial = false,
): AsyncGenerator<(ListedRow | Unreadable)[]> {
  let rest: Buffer = Buffer.alloc(0);
  let rows = 0;
  let bad = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: BLOCK }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const block: (ListedRow | Unreadable)[] = [];
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      if (end > start) block.push(parseRow(bytes.subarray(start, end), directory));
      start = end + 1;
    }
    const [first] = block;
    if (rows === 0 && first !== undefined && 'unreadable' in first) throw noList(directory, first.unreadable);
    rest = Buffer.from(bytes.subarray(start));
    if (rest.length > LONGEST_ROW) throw noList(directory, 'a row has no end');
    rows += block.length;
    bad += block.filter((row) => 'unreadable' in row).length;
    if (bad > MOST_BAD_ROWS) throw noList(directory, `${bad} rows cannot be read`);
    if (block.length > 0) yield block;
  }
  // The exporter ends each row with a line break: without it, what looks like an id may be the half of one.
  if (rest.length > 0 && !partial) throw noList(directory, 'it is cut');
  if (rows === 0 && directory === '') throw noList(directory, 'it is empty');
}

/** One row of the list of the bucket; null where it is none. */
export function rowAt(line: Buffer): ListedRow | null {
  const row = parseRow(line, '');
  return 'unreadable' in row ? null : row;
}

function parseRow(line: Buffer, directory: string): ListedRow | Unreadable {
  const bad = (): Unreadable => ({ unreadable: 'not a row of modified_id.csv', raw: Uint8Array.from(line) });
  const comma = line.indexOf(COMMA);
  if (comma === -1 || line.length > LONGEST_ROW) return bad();
  const modified = osvInstant(line.toString('latin1', 0, comma));
  const slash = directory === '' ? line.indexOf(SLASH, comma) : comma;
  const home = directory === '' ? line.toString('utf8', comma + 1, Math.max(slash, comma + 1)) : directory;
  const end = line.at(-1) === RETURN ? line.length - 1 : line.length;
  const id = line.toString('latin1', slash + 1, end);
  if (modified === null || slash === -1 || !isDirectory(home) || parseOsvId(id) === null) return bad();
  return { directory: home, id, modified };
}

function noList(directory: string, detail: string): UnexpectedUpstream {
  const name = directory === '' ? 'modified_id.csv' : `${directory}/modified_id.csv`;
  return new UnexpectedUpstream('osv', `${name}: ${detail}`);
}
