import { parseCweId, printCweId } from '../ids/cwe.ts';
import { list, member, text } from '../ranges/untyped.ts';
import { linkOf, textsOf } from '../records/text.ts';
import type { Reference } from './record.ts';

/** Sizes beyond which a record is read no further. */
export const MAX_TITLE = 1_000;
export const MAX_PROSE = 20_000;
export const MAX_VECTOR = 300;
const MAX_REFERENCES = 500;
const MAX_WEAKNESSES = 200;

/** Distinct links in the order of the lists, the tags of one address joined. */
export function referencesOf(...lists: readonly unknown[]): Reference[] {
  const found = new Map<string, Set<string>>();
  for (const reference of lists.flatMap(list)) {
    const url = linkOf(typeof reference === 'string' ? reference : member(reference, 'url'));
    if (url === null) continue;
    const tags = found.get(url) ?? new Set();
    if (found.size === MAX_REFERENCES && !found.has(url)) break;
    found.set(url, tags);
    for (const tag of textsOf(member(reference, 'tags'), 64, 20)) tags.add(tag.toLowerCase());
    const type = text(member(reference, 'type'));
    if (type !== null) tags.add(type.slice(0, 64).toLowerCase());
  }
  return [...found].map(([url, tags]) => ({ url, tags: [...tags].sort() }));
}

/** `CWE-79`, and `CWE-79 Cross-site Scripting` where there is only prose; each once, in the order of their numbers. */
export function cwesOf(written: readonly unknown[]): string[] {
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
