import { buildPurl, printPurl, refuse, short } from './build.ts';
import { percentDecode } from './percent.ts';
import type { Purl, PurlReading } from './purl.ts';

/** The purl a string writes, or null. See `readPurl` for the reason. */
export function parsePurl(text: string): Purl | null {
  return readPurl(text).purl;
}

/** The canonical form of whatever can be read as a purl, or null. */
export function canonicalPurl(text: string): string | null {
  const { purl } = readPurl(text, { tolerant: true });
  return purl === null ? null : printPurl(purl);
}

/**
 * Reads a purl, from the right as the specification says, and tells why it is none.
 *
 * `tolerant` is for documents written by others: it also takes upper-case qualifier keys, repeated or empty qualifiers,
 * and a missing part that the type requires, and notes each.
 * https://github.com/package-url/purl-spec/blob/main/docs/how-to-parse.md
 */
export function readPurl(text: string, options: { tolerant?: boolean } = {}): PurlReading {
  const [beforeSubpath, subpath] = splitLast(text, '#');
  const [beforeQualifiers, query] = splitLast(beforeSubpath, '?');
  const colon = beforeQualifiers.indexOf(':');
  if (beforeQualifiers.slice(0, colon).toLowerCase() !== 'pkg') return refuse('a purl must start with "pkg:"');

  const path = trimSlashes(beforeQualifiers.slice(colon + 1));
  const slash = path.indexOf('/');
  if (slash === -1) return refuse('a purl needs a type and a name: pkg:type/name');
  const type = path.slice(0, slash).toLowerCase();
  const [fullName, version] = splitVersion(trimSlashes(path.slice(slash + 1)));
  const [namespace, name] = type === 'git' ? splitHost(fullName) : splitName(fullName);

  const qualifiers = readQualifiers(query ?? '', options.tolerant ?? false);
  if (typeof qualifiers === 'string') return refuse(qualifiers);
  const decoded = {
    namespace: decodePath(namespace),
    name: type === 'git' ? decodePath(name) : percentDecode(name),
    version: percentDecode(version ?? ''),
    subpath: decodePath(subpath ?? ''),
  };
  const broken = PARTS.find((part) => decoded[part] === null);
  if (broken !== undefined) return refuse(`the ${broken} is not correctly percent-encoded`);

  const reading = buildPurl({ type, ...decoded, qualifiers: qualifiers.values }, options);
  if (reading.purl === null || qualifiers.notes.length === 0) return reading;
  return { ...reading, notes: [...qualifiers.notes, ...reading.notes] };
}

const PARTS = ['namespace', 'name', 'version', 'subpath'] as const;

function splitLast(text: string, separator: string): [string, string | null] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function trimSlashes(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '/') from += 1;
  while (to > from && text[to - 1] === '/') to -= 1;
  return text.slice(from, to);
}

/** An `@` that begins a segment with more behind it is an npm scope somebody forgot to encode, not a version. */
function splitVersion(text: string): [string, string | null] {
  const at = text.lastIndexOf('@');
  const isScope = (at === 0 || text[at - 1] === '/') && text.includes('/', at);
  return at === -1 || isScope ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** `pkg:swift/host/owner/@1.0` has an empty name: what stands before the last slash does not take its place. */
function splitName(text: string): [string, string] {
  const at = text.lastIndexOf('/');
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
}

function splitHost(text: string): [string, string] {
  const at = text.indexOf('/');
  return at === -1 ? ['', text] : [text.slice(0, at), text.slice(at + 1)];
}

interface Qualifiers {
  readonly values: Record<string, string>;
  readonly notes: string[];
}

function readQualifiers(query: string, tolerant: boolean): Qualifiers | string {
  const values = Object.create(null) as Record<string, string>;
  const notes: string[] = [];
  if (query === '') return { values, notes };
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const given = equals === -1 ? pair : pair.slice(0, equals);
    const value = equals === -1 ? '' : percentDecode(pair.slice(equals + 1));
    const key = given.toLowerCase();
    if (value === null) return `the value of qualifier ${short(given)} is not correctly percent-encoded`;
    // The conformance suite reads `repositorY_url` and refuses `Platform` and `Arch`: the first letter decides.
    if (given[0] !== key[0]) {
      if (!tolerant) return `qualifier keys must be lower case: ${short(key)}`;
      notes.push(`qualifier ${short(given)} is not lower case`);
    }
    if (values[key] !== undefined) {
      if (!tolerant) return `qualifier ${short(key)} occurs twice`;
      notes.push(`qualifier ${short(key)} occurs twice; the first one counts`);
    } else if (given !== '' || !tolerant) {
      values[key] = value;
    }
  }
  return { values, notes };
}

function decodePath(path: string): string | null {
  if (!path.includes('%')) return path;
  const segments = path.split('/').map(percentDecode);
  return segments.includes(null) ? null : segments.join('/');
}
