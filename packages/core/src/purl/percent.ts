/**
 * Percent-encodes one component. Letters, digits, `.`, `-`, `_`, `~` and the colon stand for themselves.
 * https://github.com/package-url/purl-spec/blob/main/docs/standard/characters-and-encoding.md
 */
export function percentEncode(text: string): string {
  if (PLAIN.test(text)) return text;
  // encodeURIComponent leaves five characters bare that a purl encodes, and encodes the colon that a purl leaves bare.
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replace(LEFT_BARE, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The decoded text, or null where a percent sign begins no escape or the bytes are not UTF-8. A `+` is a plus. */
export function percentDecode(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const PLAIN = /^[A-Za-z0-9._~:-]*$/;
const LEFT_BARE = /[!'()*]/g;
