import { findOsvPrefix } from './osv-prefixes.ts';

/** An id of any database that publishes in the OSV format. */
export interface OsvId {
  /** Prefix as its database writes it, or as given where the database is not known. */
  readonly prefix: string;
  /** All that follows the first hyphen. */
  readonly rest: string;
  /** Null when the prefix is not in the table: the id may still exist. */
  readonly database: string | null;
}

/** The prefix holds no hyphen, so the first hyphen ends it and nothing is tried twice. */
const OSV = /^([A-Za-z][A-Za-z0-9_]*)-([A-Za-z0-9.:_-]{1,90})$/;

/** Reads a whole string as an OSV id of any prefix; null when it cannot be one. */
export function parseOsvId(text: string): OsvId | null {
  const match = OSV.exec(text);
  if (match === null) return null;
  const prefix = match[1] ?? '';
  const rest = match[2] ?? '';
  const known = findOsvPrefix(prefix);
  if (known === null) return { prefix, rest, database: null };
  return { prefix: known.prefix, rest: inCase(rest, known.rest), database: known.database };
}

/** The id as its database writes it. */
export function printOsvId(id: OsvId): string {
  return `${id.prefix}-${id.rest}`;
}

/** The normal form of an OSV id, or null. An id of an unknown prefix keeps its case: it may carry meaning there. */
export function normaliseOsvId(text: string): string | null {
  const id = parseOsvId(text);
  return id === null ? null : printOsvId(id);
}

function inCase(text: string, rule: 'upper' | 'lower' | 'kept'): string {
  if (rule === 'kept') return text;
  return rule === 'upper' ? text.toUpperCase() : text.toLowerCase();
}
