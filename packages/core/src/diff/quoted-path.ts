/** A path as git writes it, at the beginning of a text: within quotes where it has unusual characters. */
export interface ReadPath {
  readonly path: string;
  /** Where the text goes on. */
  readonly end: number;
}

const ESCAPES: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
  ['"', 34],
  ['\\', 92],
]);

/** Reads `"a/\303\244.nix"`; null where the quotes, an escape or its UTF-8 are broken. */
export function readQuoted(text: string, from: number): ReadPath | null {
  // Bytes are gathered as percent escapes, which the language decodes as UTF-8.
  let encoded = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const path = decoded(encoded);
      return path === null ? null : { path, end: at + 1 };
    }
    if (char !== '\\') {
      encoded += char === '%' ? '%25' : char;
      continue;
    }
    const octal = text.slice(at + 1, at + 4);
    const escape = ESCAPES.get(octal.charAt(0));
    if (escape !== undefined) {
      encoded += percent(escape);
      at += 1;
    } else if (OCTAL.test(octal)) {
      encoded += percent(Number.parseInt(octal, 8));
      at += 3;
    } else return null;
  }
  return null;
}

function percent(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

const OCTAL = /^[0-3][0-7][0-7]$/;

/** A path as git would write it. */
export function quotePath(path: string): string {
  if (PLAIN.test(path)) return path;
  let quoted = '"';
  for (const char of path.toWellFormed()) {
    const code = char.codePointAt(0) ?? 0;
    const letter = LETTERS.get(code);
    if (letter !== undefined) quoted += `\\${letter}`;
    else if (code >= 32 && code <= 126) quoted += char;
    else
      quoted += bytesOf(char)
        .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
        .join('');
  }
  return `${quoted}"`;
}

function bytesOf(char: string): number[] {
  const encoded = encodeURIComponent(char);
  return encoded.startsWith('%')
    ? encoded
        .slice(1)
        .split('%')
        .map((hex) => Number.parseInt(hex, 16))
    : [encoded.charCodeAt(0)];
}

const PLAIN = /^[ !#-[\]-~]*$/;
const LETTERS: ReadonlyMap<number, string> = new Map([...ESCAPES].map(([letter, byte]) => [byte, letter]));
