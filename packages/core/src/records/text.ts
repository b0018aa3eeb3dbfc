import { text } from '../ranges/untyped.ts';

/** Text that says something, without NUL and halves of characters, cut at a length; null otherwise. */
export function readText(value: unknown, maxLength: number): string | null {
  const written = text(value);
  if (written === null) return null;
  const bare = shortened(written.replaceAll('\0', ''), maxLength);
  return bare === '' ? null : bare;
}

/** Text of at most so many characters; a cut one ends in an ellipsis. */
export function shortened(given: string, maxLength: number): string {
  const well = given.toWellFormed();
  if (well.length <= maxLength) return well;
  const cut = well.slice(0, maxLength - 1);
  const last = cut.charCodeAt(cut.length - 1);
  return `${(last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut).trimEnd()}…`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** An http(s) address; any other scheme is not one that becomes a link. */
export function readLink(value: unknown): string | null {
  const read = text(value);
  if (read === null || read.length > MAX_LINK) return null;
  const scheme = read.slice(0, 8).toLowerCase();
  return scheme.startsWith('http://') || scheme.startsWith('https://') ? read.toWellFormed() : null;
}

/** A finite number; the advisory database writes some in strings. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const written = text(value);
  return written !== null && Number.isFinite(Number(written)) ? Number(written) : null;
}

const MAX_LINK = 2_048;
