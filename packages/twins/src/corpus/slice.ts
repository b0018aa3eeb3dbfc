import { crc32 } from 'node:zlib';
import { foldedName, namesIn } from './names.ts';
import type { OsvLine } from './osv.ts';
import type { CorpusPackage } from './packages.ts';

/** Adds the aliases of the chosen CVEs, transitively. */
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
  // Iteration includes items added on the way, and a set has each once.
  for (const id of found) {
    for (const line of mentioning.get(id) ?? []) {
      const same = [line.id, ...line.aliases];
      if (same.includes(id)) for (const other of same) found.add(other);
    }
  }
  return found;
}

/** Reports whether the record is about one of these, or has one in `upstream` or `related`. */
export function isAbout(line: OsvLine, ids: ReadonlySet<string>): boolean {
  if (!line.mentions.some((id) => ids.has(id))) return false;
  return [line.id, ...line.aliases, ...line.others].some((each) => ids.has(each));
}

/** The share of other CVEs in the default slice. */
const ONE_IN = 80;

export function isInShare(cve: string): boolean {
  return crc32(cve) % ONE_IN === 0;
}

/** Collected while records are read, to choose packages by. */
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
