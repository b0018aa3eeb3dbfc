/** Hexadecimal in lower case. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The 32 bytes of a SHA-256 in hexadecimal; null for anything else. */
export function hashOfHex(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^[0-9a-f]{64}$/.test(text)) return null;
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) bytes[i] = (digit(text, 2 * i) << 4) | digit(text, 2 * i + 1);
  return bytes;
}

/** The value of a hexadecimal digit in lower case. */
function digit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each letter by its code; no letter: 255. */
const VALUES = new Uint8Array(128).fill(255);
for (let i = 0; i < LETTERS.length; i += 1) VALUES[LETTERS.charCodeAt(i)] = i;

/** Base64 as RFC 4648 section 4 has it, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const letters = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map((at) => LETTERS[at]);
    parts.push(
      letters
        .slice(0, Math.min(3, bytes.length - i) + 1)
        .join('')
        .padEnd(4, '='),
    );
  }
  return parts.join('');
}

/** Null for what is not base64 in the one form in which these bytes are written. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const letters = text.endsWith('==') ? text.slice(0, -2) : text.endsWith('=') ? text.slice(0, -1) : text;
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let bits = 0;
  let at = 0;
  for (let i = 0; i < letters.length; i += 1) {
    const value = VALUES[letters.charCodeAt(i)] ?? 255;
    if (value === 255) return null;
    bits = ((bits << 6) | value) & 0xff_ff;
    if (i % 4 === 0) continue;
    bytes[at] = bits >> (6 - 2 * (i % 4));
    at += 1;
  }
  // Bits that no byte takes are zero, or the same bytes would have several forms.
  const last = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return text === '' || text.endsWith(toBase64(last)) ? bytes : null;
}

/** Encodes as UTF-8; a lone surrogate becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Returns null where the bytes are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Every platform that core runs on has these two, and core loads the types of none. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
