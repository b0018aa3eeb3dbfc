import type { ListPosition } from '../../queries/search-sorted.ts';

/** Where a list goes on: behind so many rows, and behind this one, where the list is in an order that can be gone on in. */
export interface SearchCursor {
  readonly before: number;
  readonly after: ListPosition | null;
}

/** In a form that nobody is tempted to count with. */
export function printCursor({ before, after }: SearchCursor): string {
  const place = after === null ? [] : [after.severity, after.score, after.published ?? '', after.key];
  return Buffer.from([`o${before}`, ...place].join('~')).toString('base64url');
}

const OFFSET = /^o(\d{1,9})$/;
const NUMBER = /^-?\d{1,4}(?:\.\d{1,9})?$/;
const MILLISECONDS = /^(?:-?\d{1,15})?$/;
/** The years 1 to 9999. */
const [EARLIEST, LATEST] = [-62_135_596_800_000, 253_402_300_799_999];

/** Null when it is none of ours. */
export function parseCursor(text: string): SearchCursor | null {
  const [first = '', severity, score = '', published = '', ...key] = Buffer.from(text, 'base64url')
    .toString()
    .split('~');
  const [, digits] = OFFSET.exec(first) ?? [];
  if (digits === undefined) return null;
  const before = Number(digits);
  if (severity === undefined) return { before, after: null };
  const id = key.join('~');
  if (!NUMBER.test(severity) || !NUMBER.test(score) || !MILLISECONDS.test(published)) return null;
  if (id === '' || id.includes('\0') || !id.isWellFormed()) return null;
  const [place, at] = [Number(severity), published === '' ? null : Number(published)];
  if (!Number.isInteger(place) || (at !== null && (at < EARLIEST || at > LATEST))) return null;
  return { before, after: { severity: place, score: Number(score), published: at, key: id } };
}
