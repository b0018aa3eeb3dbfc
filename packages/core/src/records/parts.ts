import { parseCweId, printCweId } from '../ids/cwe.ts';
import { member, text } from '../ranges/untyped.ts';
import type { Fields } from './fields.ts';
import type { Reference } from './model.ts';
import { readLink } from './text.ts';

/** Sizes beyond which a record is read no further. */
export const MAX_TITLE = 1_000;
export const MAX_PROSE = 20_000;
export const MAX_VECTOR = 300;
export const MAX_WORD = 20;
export const MAX_ID = 100;
export const MAX_IDS = 1_000;
const MAX_REFERENCES = 500;
const MAX_WEAKNESSES = 200;
const MAX_HOMES = 50;

/** Distinct links in the order of the holders, the tags of one address joined. */
export function readReferences(read: Fields, ...holders: readonly unknown[]): Reference[] {
  const found = new Map<string, Set<string>>();
  for (const reference of holders.flatMap((holder) => read.list(holder, 'references'))) {
    const written = typeof reference === 'string' ? reference : member(reference, 'url');
    const url = readLink(written);
    if (url === null) {
      read.note('reference is no link');
      continue;
    }
    const tags = found.get(url) ?? new Set();
    if (found.size === MAX_REFERENCES && !found.has(url)) break;
    found.set(url, tags);
    for (const tag of read.texts(reference, 'tags', 64, 20)) tags.add(tag.toLowerCase());
    const type = read.text(reference, 'type', 64);
    if (type !== null) tags.add(type.toLowerCase());
  }
  return [...found].map(([url, tags]) => ({ url, tags: [...tags].sort() }));
}

/** `CWE-79`, and `CWE-79 Cross-site Scripting` where there is only prose; each once, in the order of their numbers. */
export function readCwes(written: readonly unknown[]): string[] {
  const numbers = new Set<number>();
  for (const each of written) {
    const [, id] = /^(CWE-\d{1,6})(?!\d)/i.exec(text(each)?.slice(0, 40) ?? '') ?? [];
    const number = id === undefined ? null : parseCweId(id);
    if (number !== null) numbers.add(number);
  }
  return [...numbers]
    .sort((a, b) => a - b)
    .slice(0, MAX_WEAKNESSES)
    .map(printCweId);
}

/** The first distinct ones of those that say something. */
export function findHomes(addresses: Iterable<unknown>): string[] {
  const found = new Set<string>();
  for (const address of addresses) {
    if (found.size === MAX_HOMES) break;
    const home = text(address);
    if (home !== null) found.add(home);
  }
  return [...found];
}
