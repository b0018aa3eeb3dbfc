import type { CveFacts } from './cve-facts.ts';
import { KNOWN_PAIRS } from './known-pairs.ts';
import { foldedName, hostWord, repositoryOfPackage } from './names.ts';
import type { CorpusPackage } from './packages.ts';

/**
 * Which CVE concerns which package of the collection. The rule uses none of the service's matching, so that what the service
 * finds can be compared with it. A pair is made where
 *
 * - `patch`: the name of a patch file of the package carries the CVE id;
 * - `repository`: a reference or a `repo` of the CVE record is in the repository that is the package's home page;
 * - `product`: the record is of 2023 or later, a product or package name of it equals the name of a package at the top level,
 *   and its vendor equals the owner or the host word of that package's home page, or equals the product;
 * - `known`: it is in the short list of well-known pairs.
 *
 * Of attributes that share a name, the one with the shortest path counts. A package has at most {@link MOST_PER_PACKAGE} pairs
 * beside the known ones: those of its newest CVEs.
 */
export interface Pair {
  readonly cve: string;
  readonly attribute: string;
  readonly reason: 'patch' | 'repository' | 'product' | 'known';
}

const MOST_PER_PACKAGE = 12;
/** Earlier records would make more issues than a tracker has open. */
const FIRST_YEAR = 2023;

export interface PairRule {
  readonly of: (facts: CveFacts) => readonly Pair[];
  /** Includes CVEs without a record. */
  readonly known: readonly Pair[];
}

export function pairRule(packages: readonly CorpusPackage[]): PairRule {
  const attributes = new Set(packages.map(({ attribute }) => attribute));
  const patched = byPatch(packages);
  const repositories = byRepository(packages);
  const topLevel = byName(packages.filter(({ attribute }) => !attribute.includes('.')));
  const known = KNOWN_PAIRS.filter(([, attribute]) => attributes.has(attribute)).map(
    ([cve, attribute]): Pair => ({ cve, attribute, reason: 'known' }),
  );
  return {
    known,
    of(facts) {
      const found = new Map<string, Pair>();
      const add = (attribute: string, reason: Pair['reason']) => {
        if (!found.has(attribute)) found.set(attribute, { cve: facts.id, attribute, reason });
      };
      for (const attribute of patched.get(facts.id) ?? []) add(attribute, 'patch');
      for (const link of facts.links) {
        const attribute = repositories.get(repositoryOfPackage(link) ?? '');
        if (attribute !== undefined) add(attribute, 'repository');
      }
      if (Number(facts.id.slice(4, 8)) >= FIRST_YEAR) {
        for (const attribute of byProduct(facts, topLevel)) add(attribute, 'product');
      }
      for (const { cve, attribute } of known) if (cve === facts.id) add(attribute, 'known');
      return [...found.values()];
    },
  };
}

/** Reports whether a package may be paired by anything but its name. */
export function mayBePaired(cves: readonly CveFacts[], ids: ReadonlySet<string>): (each: CorpusPackage) => boolean {
  const repositories = new Set(cves.flatMap(({ links }) => links.map(repositoryOfPackage)));
  const known = new Set(KNOWN_PAIRS.filter(([cve]) => ids.has(cve)).map(([, attribute]) => attribute));
  return ({ attribute, homepages, patches }) =>
    known.has(attribute) ||
    patches.some((file) => cvesIn(file).some((id) => ids.has(id))) ||
    homepages.map(repositoryOfPackage).some((repository) => repository !== null && repositories.has(repository));
}

/** Keeps the newest CVEs of each package, and all known pairs. Sorted by package and CVE. */
export function boundedPairs(pairs: readonly Pair[]): readonly Pair[] {
  const sorted = pairs.toSorted((a, b) => compare(a.attribute, b.attribute) || byNewest(a.cve, b.cve));
  const counts = new Map<string, number>();
  return sorted.filter(({ cve, attribute }) => {
    if (KNOWN_PAIRS.some(([knownCve, known]) => known === attribute && knownCve === cve)) return true;
    const count = (counts.get(attribute) ?? 0) + 1;
    counts.set(attribute, count);
    return count <= MOST_PER_PACKAGE;
  });
}

const CVE_IN_NAME = /cve[-_](\d{4})[-_](\d{4,19})/gi;

function cvesIn(file: string): string[] {
  return Array.from(file.matchAll(CVE_IN_NAME), ([, year, number]) => `CVE-${year}-${number}`);
}

function byPatch(packages: readonly CorpusPackage[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, CorpusPackage[]>();
  for (const each of packages) {
    for (const id of new Set(each.patches.flatMap(cvesIn))) {
      found.set(id, [...(found.get(id) ?? []), each]);
    }
  }
  return new Map(Array.from(found, ([id, carriers]) => [id, shortestOfEach(carriers)]));
}

/** Returns the package named like its repository, or the repository's only one. */
function byRepository(packages: readonly CorpusPackage[]): ReadonlyMap<string, string> {
  const carriers = new Map<string, CorpusPackage[]>();
  for (const each of packages) {
    for (const repository of new Set(each.homepages.map(repositoryOfPackage))) {
      if (repository === null) continue;
      const known = carriers.get(repository);
      if (known === undefined) carriers.set(repository, [each]);
      else known.push(each);
    }
  }
  const found = new Map<string, string>();
  for (const [repository, all] of carriers) {
    const name = foldedName(repository.slice(repository.lastIndexOf('/') + 1));
    const namesakes = all.filter(({ pname }) => foldedName(pname) === name);
    const [attribute, ...others] = shortestOfEach(namesakes.length > 0 ? namesakes : all);
    if (attribute !== undefined && others.length === 0) found.set(repository, attribute);
  }
  return found;
}

function byName(packages: readonly CorpusPackage[]): ReadonlyMap<string, readonly CorpusPackage[]> {
  return Map.groupBy(packages, ({ pname }) => foldedName(pname));
}

function byProduct({ products }: CveFacts, topLevel: ReadonlyMap<string, readonly CorpusPackage[]>): string[] {
  return products.flatMap(({ vendor, name }) => {
    if (vendor === null) return [];
    const [by, product] = [foldedName(vendor), foldedName(name)];
    const made = (topLevel.get(product) ?? []).filter(({ homepages }) => {
      return by === product || homepages.some((link) => ownersOf(link).includes(by));
    });
    return shortestOfEach(made);
  });
}

function ownersOf(link: string): string[] {
  const owner = repositoryOfPackage(link)?.split('/')[1];
  const word = hostWord(link);
  return [owner, word].flatMap((each) => (each === undefined || each === null ? [] : foldedName(each)));
}

/** Picks the shortest attribute per name: `python312Packages.x` and `python313Packages.x` are the same. */
function shortestOfEach(packages: readonly CorpusPackage[]): string[] {
  const groups = Map.groupBy(packages, ({ pname }) => foldedName(pname));
  return Array.from(groups.values(), (group) => {
    const names = group.map(({ attribute }) => attribute);
    return names.toSorted((a, b) => a.length - b.length || compare(a, b))[0] ?? '';
  });
}

function byNewest(a: string, b: string): number {
  return Number(b.slice(4, 8)) - Number(a.slice(4, 8)) || Number(b.slice(9)) - Number(a.slice(9));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
