import type { OsvIdShape } from './osv-prefixes.ts';

/** Words before the year in a `named` id; real ones have at most four (`ROOT-OS-ALPINE-318-CVE-…`). */
const MOST_WORDS = 8;

/** Where the part of an id that begins at `from` ends, or -1 when the text there has not this shape. Bounded look-ahead. */
export function endOfShape(shape: OsvIdShape, text: string, from: number): number {
  switch (shape) {
    case 'year':
      return endOfYearAndNumber(text, from);
    case 'cve':
      return text.slice(from, from + 4).toUpperCase() === 'CVE-' ? endOfYearAndNumber(text, from + 4) : -1;
    case 'serial':
      return endOfSerial(text, from);
    case 'groups':
      return endOfGroups(text, from);
    case 'named':
      return endOfNamed(text, from);
    case 'number':
      return endOfDigits(text, text.slice(from, from + 2).toUpperCase() === 'A-' ? from + 2 : from);
    case 'free':
      return -1;
    default:
      return shape satisfies never;
  }
}

/** The end of a run of at least one and at most twenty digits, or -1. */
export function endOfDigits(text: string, from: number): number {
  let at = from;
  while (at - from < 20 && isDigit(text.charCodeAt(at))) at += 1;
  return at === from || isDigit(text.charCodeAt(at)) ? -1 : at;
}

/** The end of the letters and digits that begin at `from`. */
export function endOfWord(text: string, from: number): number {
  let at = from;
  while (isWordAt(text, at)) at += 1;
  return at;
}

/** Whether a letter or digit stands here. Letters beyond ASCII count: an id must not be cut out of a foreign word. */
export function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return true;
  return code > 127 && LETTER.test(text[at] ?? '');
}

const LETTER = /^[\p{L}\p{N}]$/u;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function endOfYearAndNumber(text: string, from: number): number {
  const separator = text[from + 4];
  if (endOfDigits(text, from) !== from + 4 || (separator !== '-' && separator !== ':')) return -1;
  // AlmaLinux marks errata without a counterpart at Red Hat by a letter: ALSA-2025:A003.
  const lettered = separator === ':' && (text[from + 5] === 'A' || text[from + 5] === 'a');
  return endOfDigits(text, from + (lettered ? 6 : 5));
}

function endOfSerial(text: string, from: number): number {
  const hyphen = endOfDigits(text, from);
  return hyphen === -1 || text[hyphen] !== '-' ? -1 : endOfDigits(text, hyphen + 1);
}

function endOfGroups(text: string, from: number): number {
  let at = from;
  for (let group = 0; group < 3; group += 1) {
    if (group > 0 && text[at++] !== '-') return -1;
    for (const end = at + 4; at < end; at += 1) if (!isAsciiWord(text.charCodeAt(at))) return -1;
  }
  return at;
}

function endOfNamed(text: string, from: number): number {
  let at = from;
  for (let word = 0; word < MOST_WORDS; word += 1) {
    const end = endOfYearAndNumber(text, at);
    if (end !== -1 && word > 0) return endOfRevision(text, end);
    const start = at;
    while (at - start < 64 && isNamePart(text.charCodeAt(at))) at += 1;
    if (at === start || text[at] !== '-') return -1;
    at += 1;
  }
  return -1;
}

/** SUSE numbers the editions of a notice: `SUSE-SU-2023:3313-1`. */
function endOfRevision(text: string, end: number): number {
  if (text[end] !== '-') return end;
  const revision = endOfDigits(text, end + 1);
  return revision === -1 || isWordAt(text, revision) ? end : revision;
}

function isAsciiWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** `.` and `_` occur inside package names. */
function isNamePart(code: number): boolean {
  return isAsciiWord(code) || code === 46 || code === 95;
}
