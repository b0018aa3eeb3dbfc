import { createReadStream } from 'node:fs';
import { parseOsvId } from '@almanac/core/ids';
import { UnexpectedUpstream, type Unreadable } from '../source.ts';
import { isDirectory } from './directories.ts';
import { osvInstant } from './schema.ts';

/** A row of `modified_id.csv`. A record has a row for each directory. */
export interface ListedRow {
  readonly directory: string;
  readonly id: string;
  /** In milliseconds. */
  readonly modified: number;
}

const BLOCK = 1024 * 1024;
export const LONGEST_ROW = 500;
/** A list with more invalid rows is rejected. */
const MOST_BAD_ROWS = 100;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
const SLASH = 0x2f;

/**
 * Yields the rows of a list in blocks, newest first; of a partial list, only whole rows. One directory's list has only
 * ids, the bucket's list also has directories. Rows are sorted by the text of dates of different lengths, where `…00Z`
 * sorts above `…00.5Z`, so the order within a second is arbitrary. Decodes ids one by one, because substrings would
 * keep the whole text in memory.
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
  // Every row ends with a line break. Without one, the id may be truncated.
  if (rest.length > 0 && !partial) throw noList(directory, 'it is cut');
  if (rows === 0 && directory === '') throw noList(directory, 'it is empty');
}

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
