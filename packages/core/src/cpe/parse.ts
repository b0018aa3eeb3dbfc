import { CPE_ANY, CPE_ATTRIBUTES, CPE_NA, type Cpe, type CpeAttribute } from './cpe.ts';

/** Real names stay far below; the limit keeps pattern matching cheap. */
const LONGEST = 2_048;
const PREFIX_23 = 'cpe:2.3:';
const PREFIX_22 = 'cpe:/';

/**
 * Reads a CPE in either binding, `cpe:2.3:a:…` or `cpe:/a:…`; null when it is neither.
 * Attributes left out at the end are ANY, as in the URI binding; some sources cut the formatted string likewise.
 */
export function parseCpe(text: string): Cpe | null {
  if (text.length > LONGEST) return null;
  const lower = text.toLowerCase();
  if (lower.startsWith(PREFIX_23)) return fromFormatted(lower.slice(PREFIX_23.length));
  if (lower.startsWith(PREFIX_22)) return fromUri(lower.slice(PREFIX_22.length));
  return null;
}

function fromFormatted(text: string): Cpe | null {
  const parts = splitUnescaped(text);
  return parts.length > CPE_ATTRIBUTES.length ? null : assemble(parts.map(readFormatted));
}

/** Colons part the attributes, save those behind a backslash. */
function splitUnescaped(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === ':') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Null for a wildcard in the middle: NISTIR 7695, section 5.3.2, allows them at the ends alone. */
function readFormatted(part: string): CpeAttribute | null {
  if (part === '*' || part === '') return CPE_ANY;
  if (part === '-') return CPE_NA;
  const before = endsOf(part, 0, 1);
  const rest = part.slice(before.length);
  const after = trailingWildcards(rest);
  const middle = rest.slice(0, rest.length - after.length);
  const characters: string[] = [];
  for (let at = 0; at < middle.length; at += 1) {
    if (middle[at] === '\\') at += 1;
    else if (middle[at] === '*' || middle[at] === '?') return null;
    characters.push(middle[at] ?? '\\');
  }
  const text = characters.join('');
  return text === '' ? CPE_ANY : { kind: 'value', text, before, after };
}

/** A run of `?`, or one `*`, from `at` onwards in the given direction. */
function endsOf(part: string, at: number, step: 1 | -1): string {
  if (part[at] === '*') return '*';
  let end = at;
  while (part[end] === '?') end += step;
  return '?'.repeat(Math.abs(end - at));
}

/** Wildcards at the end, unless the first of them is escaped. */
function trailingWildcards(rest: string): string {
  const run = endsOf(rest, rest.length - 1, -1);
  let slashes = 0;
  for (let at = rest.length - run.length - 1; rest[at] === '\\'; at -= 1) slashes += 1;
  return slashes % 2 === 0 ? run : run.slice(1);
}

function fromUri(text: string): Cpe | null {
  const parts = text.split(':');
  if (parts.length > 7) return null;
  const edition = parts[5] ?? '';
  // `~edition~sw_edition~target_sw~target_hw~other` packs five attributes into one (NISTIR 7695, section 6.1.2.1.3.1).
  const packed = edition.startsWith('~') ? edition.slice(1).split('~') : [edition];
  if (packed.length > 5) return null;
  const plain = [...parts.slice(0, 5), packed[0] ?? '', parts[6] ?? '', ...packed.slice(1)];
  return assemble(plain.map(readUriPart));
}

function readUriPart(part: string): CpeAttribute | null {
  if (part === '') return CPE_ANY;
  if (part === '-') return CPE_NA;
  let formatted = '';
  for (let at = 0; at < part.length; at += 1) {
    const character = part[at] ?? '';
    if (character !== '%') {
      formatted += PLAIN.test(character) ? character : `\\${character}`;
      continue;
    }
    const code = Number.parseInt(part.slice(at + 1, at + 3), 16);
    if (!HEX_PAIR.test(part.slice(at + 1, at + 3))) return null;
    formatted += code === 1 ? '?' : code === 2 ? '*' : `\\${String.fromCharCode(code).toLowerCase()}`;
    at += 2;
  }
  return readFormatted(formatted);
}

const PLAIN = /^[a-z0-9._-]$/;
const HEX_PAIR = /^[0-9a-f]{2}$/;

function assemble(attributes: readonly (CpeAttribute | null)[]): Cpe | null {
  if (attributes.includes(null)) return null;
  const entries = CPE_ATTRIBUTES.map((name, index) => [name, attributes[index] ?? CPE_ANY]);
  return Object.fromEntries(entries) as Cpe;
}
