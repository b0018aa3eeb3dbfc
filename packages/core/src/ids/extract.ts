import { normaliseCveId } from './cve.ts';
import { normaliseCweId } from './cwe.ts';
import { normaliseGhsaId } from './ghsa.ts';
import { normaliseNixpkgsIssueId } from './nixpkgs.ts';
import { normaliseOsvId } from './osv.ts';
import { findOsvPrefix } from './osv-prefixes.ts';
import { endOfDigits, endOfShape, endOfWord, isWordAt } from './shapes.ts';

/** An id found in running text. */
export interface FoundId {
  readonly kind: 'cve' | 'ghsa' | 'cwe' | 'nixpkgs' | 'osv';
  /** In normal form. */
  readonly id: string;
  /** Where its first occurrence begins. */
  readonly at: number;
}

/** The longest known prefix has ten letters. */
const LONGEST_PREFIX = 12;

/**
 * The ids a text names, each once, in order of first occurrence.
 *
 * An id must begin where a word begins and end where one ends: `XCVE-2024-1234` and `CVE-2024-1234a` name nothing.
 * A longer id is taken whole: `DEBIAN-CVE-2024-3094` is not also `CVE-2024-3094`.
 * Each word is looked at once and no further than an id is long, so the time is linear in the text.
 */
export function extractIds(text: string): FoundId[] {
  const found = new Map<string, FoundId>();
  let at = 0;
  while (at < text.length) {
    if (!isWordAt(text, at)) {
      at += 1;
      continue;
    }
    const wordEnd = endOfWord(text, at);
    const hit = text[wordEnd] === '-' && wordEnd - at <= LONGEST_PREFIX ? idAt(text, at, wordEnd) : null;
    if (hit === null) {
      at = wordEnd;
      continue;
    }
    if (!found.has(hit.found.id)) found.set(hit.found.id, hit.found);
    at = hit.end;
  }
  return [...found.values()];
}

/** The distinct ids of one kind, in order. */
export function extractKind(kind: FoundId['kind'], text: string): string[] {
  return extractIds(text)
    .filter((found) => found.kind === kind)
    .map((found) => found.id);
}

function idAt(text: string, at: number, hyphen: number): { found: FoundId; end: number } | null {
  const prefix = text.slice(at, hyphen).toUpperCase();
  const from = hyphen + 1;
  switch (prefix) {
    case 'CVE':
      return take('cve', text, at, endOfShape('year', text, from), normaliseCveId);
    case 'GHSA':
      return take('ghsa', text, at, endOfShape('groups', text, from), normaliseGhsaId);
    case 'NIXPKGS':
      return take('nixpkgs', text, at, endOfShape('year', text, from), normaliseNixpkgsIssueId);
    case 'CWE':
      return take('cwe', text, at, endOfDigits(text, from), normaliseCweId);
    default: {
      const known = findOsvPrefix(prefix);
      return known === null ? null : take('osv', text, at, endOfShape(known.shape, text, from), normaliseOsvId);
    }
  }
}

function take(
  kind: FoundId['kind'],
  text: string,
  at: number,
  end: number,
  normalise: (text: string) => string | null,
): { found: FoundId; end: number } | null {
  if (end === -1 || isWordAt(text, end)) return null;
  const id = normalise(text.slice(at, end));
  return id === null ? null : { found: { kind, id, at }, end };
}
