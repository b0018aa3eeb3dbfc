import type { Fields } from '../../src/projections/fields.ts';

/** The advisory database speaks OSV in its repository and a form of its own over REST. */
export function isRestForm(read: Fields, value: unknown): boolean {
  return read.member(value, 'ghsa_id') !== undefined;
}

/** The other names that a record gives to what it describes. */
export function aliasesOf(read: Fields, value: unknown): string[] {
  if (!isRestForm(read, value)) return read.texts(read.member(value, 'aliases'), MAX_ID, MAX_ALIASES);
  const cve = read.text(read.member(value, 'cve_id'), MAX_ID);
  const identifiers = read
    .list(read.member(value, 'identifiers'))
    .map((identifier) => read.text(read.member(identifier, 'value'), MAX_ID));
  return [...new Set([cve, ...identifiers].filter((id) => id !== null))].slice(0, MAX_ALIASES);
}

const MAX_ID = 100;
const MAX_ALIASES = 1_000;
