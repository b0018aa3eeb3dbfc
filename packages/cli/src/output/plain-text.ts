/**
 * Makes untrusted text safe on a terminal: one line without control characters, bidirectional overrides or other
 * invisible Unicode characters.
 */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll(WHITE, ' ').replaceAll(INVISIBLE, '').trim();
}

const WHITE = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Keeps the lines and their outer whitespace. */
export function plainLines(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, '');
}

/**
 * Escapes in JSON what `plain` removes; the value stays the same. Line breaks and tabs stay, because JSON has them
 * between values only.
 */
export function plainJson(json: string): string {
  return json.replaceAll(UNSAFE_IN_JSON, escaped);
}

const UNSAFE_IN_JSON = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escaped(character: string): string {
  if (character === '\n' || character === '\t' || character === '\r') return character;
  let units = '';
  for (let i = 0; i < character.length; i += 1) {
    units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return units;
}
