import { cveIdMeant } from '../ids/cve.ts';
import { normaliseCweId } from '../ids/cwe.ts';
import { extractIds } from '../ids/extract.ts';
import { normaliseOsvId, parseOsvId } from '../ids/osv.ts';
import { findOsvPrefix } from '../ids/osv-prefixes.ts';
import { parsePackageReference } from '../purl/package-reference.ts';
import { packageOfPurl } from '../purl/packages.ts';
import { readPurl } from '../purl/parse.ts';
import { versionOfPurl } from '../purl/version.ts';
import { readAddress } from './addresses.ts';
import type { SearchInput } from './search-input.ts';

/** Longer input is prose, not an id or an address. */
const LONGEST = 500;

/** Hyphens and dashes that word processors and web pages put in the place of a hyphen. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Reads what was typed: an id in any usual spelling, an address that names one, a package, an issue, or words. */
export function readSearchInput(typed: string): SearchInput {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  if (text.length > LONGEST) return words(text);
  const plain = text.replaceAll('\u00ad', '').replaceAll(DASHES, '-');
  const cve = cveIdMeant(plain);
  if (cve !== null) return { kind: 'cve', id: cve };
  return (
    readPurlInput(text) ?? readAddress(plain) ?? readId(plain) ?? readIssue(plain) ?? readNamed(text) ?? words(text)
  );
}

function words(text: string): SearchInput {
  return { kind: 'words', text };
}

function readPurlInput(text: string): SearchInput | null {
  if (!/^pkg:/i.test(text)) return null;
  const { purl } = readPurl(text, { tolerant: true });
  if (purl === null) return null;
  const found = packageOfPurl(purl);
  if (found.ecosystem === null)
    return { kind: 'package', ecosystem: null, name: purl.name, version: versionOfPurl(purl) };
  return { kind: 'package', ecosystem: found.ecosystem, name: found.name, version: versionOfPurl(purl, found.version) };
}

const CWE = /^cwe[\s_:#-]{0,3}(\d{1,6})$/i;

/** A whole text that is an id; ids within a sentence are left to the search for words. */
function readId(text: string): SearchInput | null {
  const weakness = normaliseCweId(CWE.exec(text)?.[1] ?? '');
  if (weakness !== null) return { kind: 'weakness', id: weakness };
  const joined = /^ghsa\s/i.test(text) ? text.split(/\s/).filter(Boolean).join('-') : text;
  const [found] = extractIds(joined);
  if (found !== undefined && found.at === 0 && found.id.length === joined.length) return idInput(found.kind, found.id);
  const free = parseOsvId(joined);
  const isFree = free !== null && findOsvPrefix(free.prefix)?.shape === 'free' && /\d/.test(free.rest);
  return isFree ? { kind: 'advisory', id: normaliseOsvId(joined) ?? joined } : null;
}

/** An id that was found in a text, as a search takes it; codes of the tracker are looked for as words. */
function idInput(kind: string, id: string): SearchInput | null {
  if (kind === 'cve') return { kind: 'cve', id };
  if (kind === 'cwe') return { kind: 'weakness', id };
  return kind === 'nixpkgs' ? null : { kind: 'advisory', id };
}

const ISSUE = /^(?:(?:nixpkgs|issue)\s?)?#\s?(\d{1,9})$|^issue\s(\d{1,9})$/i;

function readIssue(text: string): SearchInput | null {
  const match = ISSUE.exec(text);
  const number = Number(match?.[1] ?? match?.[2] ?? 0);
  return number === 0 ? null : { kind: 'issue', number };
}

const NAME = /^[\p{L}\p{N}@][\p{L}\p{N}@._/:+-]{0,199}$/u;
const VERSION = /^v?\d[\p{L}\p{N}._~:+-]{0,99}$/u;

/** `name@version` as npm, Go and others write it, `name==version` as pip does, `group:artifact:version` as Maven does. */
function readNamed(text: string): SearchInput | null {
  const { name, version } = toNameAndVersion(text);
  if (version === null || !NAME.test(name) || !VERSION.test(version)) return null;
  return { kind: 'package', ecosystem: null, name, version };
}

function toNameAndVersion(text: string): { readonly name: string; readonly version: string | null } {
  const reference = parsePackageReference(text);
  if (reference.kind === 'purl') return { name: text, version: null };
  if (reference.version !== null) return reference;
  const [separator, at] = text.includes('==')
    ? ['==', text.indexOf('==')]
    : [':', isCoordinates(text) ? text.lastIndexOf(':') : -1];
  return at <= 0 ? reference : { name: text.slice(0, at), version: text.slice(at + separator.length) };
}

function isCoordinates(text: string): boolean {
  const parts = text.split(':');
  return parts.length === 3 && parts.every((part) => part !== '');
}
