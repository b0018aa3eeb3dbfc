import { compareText } from '../ids/order.ts';
import { printPurl } from '../purl/build.ts';
import { purlOfPackage } from '../purl/packages.ts';

/** What may be meant by a name that the collection does not have. */
export interface NameSuggestion {
  /** To write instead. A package URL without a version still lacks it. */
  readonly entry: string;
  /** Null: the collection. */
  readonly ecosystem: string | null;
}

/** Names that are like the one that was asked for. */
export interface LikeNames {
  /** Attributes of the collection. */
  readonly attributes: readonly string[];
  /** Packages of other ecosystems, each with the number of records about it. */
  readonly packages: readonly { readonly ecosystem: string; readonly name: string; readonly records: number }[];
}

/** Of each kind. */
const MOST = 3;
/** Of one ecosystem, so that others are seen too. */
const MOST_ALIKE = 2;

/** The closest names, those of the collection first, worded as entries of a list. */
export function suggestNames(
  { name, version }: { readonly name: string; readonly version: string | null },
  { attributes, packages }: LikeNames,
): NameSuggestion[] {
  const word = name.toLowerCase();
  const own = closest(word, attributes, (name) => ({ name, records: 0 })).slice(0, MOST);
  const seen = new Map<string, number>();
  const others = closest(word, packages, (one) => one).flatMap(({ ecosystem, name: there }): NameSuggestion[] => {
    const count = seen.get(ecosystem) ?? 0;
    const { purl } = purlOfPackage({ ecosystem, name: there, version });
    if (purl === null || count >= MOST_ALIKE) return [];
    seen.set(ecosystem, count + 1);
    return [{ entry: printPurl(purl), ecosystem }];
  });
  return [
    ...own.map((attribute) => ({ entry: version === null ? attribute : `${attribute}@${version}`, ecosystem: null })),
    ...others.slice(0, MOST),
  ];
}

interface Named {
  readonly name: string;
  readonly records: number;
}

/** Of names that are equally close, the one that more records are about is more likely to be meant. */
function closest<T>(word: string, items: readonly T[], named: (item: T) => Named): T[] {
  return items.toSorted((a, b) => {
    const [first, second] = [named(a), named(b)];
    return (
      distance(word, first.name) - distance(word, second.name) ||
      second.records - first.records ||
      first.name.length - second.name.length ||
      compareText(first.name, second.name)
    );
  });
}

/** By the last part of the name: `log4j-core` of `org.apache.logging.log4j:log4j-core`. */
function distance(word: string, name: string): number {
  const last = name
    .toLowerCase()
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('.')) + 1);
  if (last === word) return 0;
  if (last.startsWith(word)) return /[a-z0-9]/.test(last.charAt(word.length)) ? 2 : 1;
  return last.includes(word) ? 3 : 4;
}
