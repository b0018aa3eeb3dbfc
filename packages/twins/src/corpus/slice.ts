import { crc32 } from 'node:zlib';
import { foldedName, namesIn } from './names.ts';
import type { OsvLine } from './osv.ts';
import type { CorpusPackage } from './packages.ts';

/** The ids that mean the chosen CVEs: themselves, and whatever an alias leads to, however many steps away. */
export function sameIds(chosen: Iterable<string>, osv: readonly OsvLine[]): ReadonlySet<string> {
  const mentioning = new Map<string, OsvLine[]>();
  for (const line of osv) {
    for (const id of line.mentions) {
      const known = mentioning.get(id);
      if (known === undefined) mentioning.set(id, [line]);
      else known.push(line);
    }
  }
  const found = new Set(chosen);
  // A set goes on through what is added to it on the way; every id is added once.
  for (const id of found) {
    for (const line of mentioning.get(id) ?? []) {
      const same = [line.id, ...line.aliases];
      if (same.includes(id)) for (const other of same) found.add(other);
    }
  }
  return found;
}

/** Whether the record is about one of these, or names one as `upstream` or `related`. */
export function isAbout(line: OsvLine, ids: ReadonlySet<string>): boolean {
  if (!line.mentions.some((id) => ids.has(id))) return false;
  return [line.id, ...line.aliases, ...line.others].some((each) => ids.has(each));
}

/** By default a slice has one in so many of the CVEs that nothing else chooses. */
const ONE_IN = 80;

export function isInShare(cve: string): boolean {
  return crc32(cve) % ONE_IN === 0;
}

/** Names by which a package of the collection is taken; gathered while the records are read. */
export interface NamesOfRecords {
  add(name: string): void;
  addCpes(text: string): void;
  isNamed(each: CorpusPackage): boolean;
}

const CPE = /cpe:(?:2\.3:|\/)[aoh]:[^:"\s]{1,200}:([^:"\s]{1,200})/g;

export function namesOfRecords(): NamesOfRecords {
  const names = new Set<string>();
  return {
    add(name) {
      for (const each of namesIn(name)) names.add(each);
    },
    addCpes(text) {
      for (const [, product = ''] of text.matchAll(CPE)) names.add(foldedName(product.replaceAll('\\', '')));
    },
    isNamed({ attribute, pname }) {
      const last = attribute.slice(attribute.lastIndexOf('.') + 1);
      return [attribute, pname, last].some((name) => names.has(foldedName(name)));
    },
  };
}
