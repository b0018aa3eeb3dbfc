import { LIST_LIMITS } from './limits.ts';

/** One entry of a list: a package URL, or a name of the collection, with or without a version. */
export type ListEntry =
  | { readonly kind: 'purl'; readonly purl: string }
  | { readonly kind: 'name'; readonly name: string; readonly version: string | null };

/** The entries of a text, each once, in order: separated by commas, spaces or line breaks; a `#` begins a comment. */
export function readPackageList(text: string): string[] {
  const entries = text.replaceAll(/(^|\s)#[^\n]*/g, '$1').split(/[\s,]+/);
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** `curl`, `curl@8.4.0`, `pkg:npm/lodash@4.17.20`. */
export function readListEntry(text: string): ListEntry {
  if (isPurl(text)) return { kind: 'purl', purl: text };
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1) return { kind: 'name', name: text, version: null };
  return { kind: 'name', name: text.slice(0, at), version: text.slice(at + 1) };
}

/** Whether an entry is looked up in the collection, which takes more work than an ecosystem. */
export function isOfCollection(entry: string): boolean {
  return !isPurl(entry) || /^pkg:(?:\/*)nix\//i.test(entry);
}

function isPurl(text: string): boolean {
  return /^pkg:/i.test(text);
}

/** Why a list does not fit into an address; null: it does. */
export function addressProblem(entries: readonly string[]): string | null {
  const { address, addressCharacters, entry } = LIST_LIMITS;
  if (entries.length > address) return `names ${entries.length} packages, and an address takes at most ${address}`;
  if (entries.some(({ length }) => length > entry)) return `names a package of more than ${entry} characters`;
  const { length } = listQuery(entries);
  return length > addressCharacters
    ? `has ${length} characters, and an address takes at most ${addressCharacters}`
    : null;
}

/** The list as the query of an address: `packages=curl,openssl`. */
export function listQuery(entries: readonly string[]): string {
  return `packages=${entries.map(queryText).join(',')}`;
}

/** The packages of a maintainer as the query of an address. */
export function maintainerQuery(maintainer: string): string {
  return `maintainer=${queryText(maintainer)}`;
}

/** Percent-encoded but for what a query may contain as it is, so that people can read it. */
function queryText(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:40|2F|3A)/g, (escape) => decodeURIComponent(escape));
}
