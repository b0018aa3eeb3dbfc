/** What a question is about, as far as it decides who has to be asked. */
export interface CoveredSubject {
  /** OSV's ecosystem, where the question names one. */
  readonly ecosystem: string | null;
  readonly inCollection: boolean;
  /** A package of a language that OSV has no ecosystem for: only records of products can name it. */
  readonly languageWithoutEcosystem?: boolean;
}

/** One row of the coverage table: who has to be `ok` before silence about a package means anything. */
export interface RequiredSources {
  readonly subject: string;
  readonly sources: readonly string[];
  readonly because: string;
}

/** The coverage table of docs/matching.md and `/sources`. */
export const REQUIRED_SOURCES = {
  ecosystem: {
    subject: 'a package of an ecosystem that OSV covers',
    sources: ['osv'],
    because: 'OSV imports the databases of its ecosystems, the advisory database among them',
  },
  collection: {
    subject: 'a package of the collection',
    sources: ['packages', 'cve_list_v5', 'osv'],
    because: 'the collection says what the package is; the CVE list names products, OSV names packages and projects',
  },
  language: {
    subject: 'a package of the collection in a language’s set without an OSV ecosystem',
    sources: ['packages', 'cve_list_v5'],
    because: 'no database of packages covers the language; the CVE list names products of any kind',
  },
  name: {
    subject: 'a plain name that the collection does not carry',
    sources: ['cve_list_v5', 'osv'],
    because: 'the name may be a product of anybody or a package of any registry',
  },
} as const satisfies Readonly<Record<string, RequiredSources>>;

export function requiredSources({
  ecosystem,
  inCollection,
  languageWithoutEcosystem,
}: CoveredSubject): RequiredSources {
  if (ecosystem !== null) return REQUIRED_SOURCES.ecosystem;
  if (!inCollection) return REQUIRED_SOURCES.name;
  return languageWithoutEcosystem === true ? REQUIRED_SOURCES.language : REQUIRED_SOURCES.collection;
}
