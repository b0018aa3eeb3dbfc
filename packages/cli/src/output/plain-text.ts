/**
 * Text of others on one line, without anything that could steer a terminal or turn the direction of what stands around it:
 * control characters of both kinds, and all of Unicode's invisible ones.
 */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll(WHITE, ' ').replaceAll(INVISIBLE, '').trim();
}

const WHITE = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Several lines of others, each as `plain` would have it, with their spaces and tabs at both ends. */
export function plainLines(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, '');
}

/**
 * JSON of the same value that a terminal shows as it is: what `plain` leaves out is written as an escape. Line breaks and tabs stay;
 * in JSON they stand between values alone.
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
