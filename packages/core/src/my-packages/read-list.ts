import { parsePackageReference } from '../purl/package-reference.ts';
import { LIST_LIMITS } from './limits.ts';

/** The entries of a text, each once, in order: separated by commas, spaces or line breaks; a `#` begins a comment. */
export function readPackageList(text: string): string[] {
  const entries = text.replaceAll(/(^|\s)#[^\n]*/g, '$1').split(/[\s,]+/);
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** Whether an entry is looked up in the collection, which takes more work than an ecosystem. */
export function isOfCollection(entry: string): boolean {
  return parsePackageReference(entry).kind === 'name' || /^pkg:(?:\/*)nix\//i.test(entry);
}

/** Why a list does not fit into an address; null: it does. */
export function addressProblem(entries: readonly string[]): string | null {
  const { address, addressCharacters, entry } = LIST_LIMITS;
  if (entries.length > address) return `names ${entries.length} packages (maximum ${address} in a URL)`;
  if (entries.some(({ length }) => length > entry)) return `names a package longer than ${entry} characters`;
  const { length } = listQuery(entries);
  return length > addressCharacters ? `has ${length} characters (maximum ${addressCharacters} in a URL)` : null;
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
