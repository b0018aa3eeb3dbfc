/** The sources that must be up to date before the absence of a record counts for a kind of subject. */
export interface RequiredSources {
  readonly id: string;
  /** What is asked about, in words. */
  readonly subject: string;
  readonly sources: readonly string[];
}

/**
 * The coverage table. Sources that are not in a row add what they know; that one of them is behind does not make an answer `unknown`.
 */
export const REQUIRED_SOURCES = [
  row('ecosystem', 'A package in an ecosystem: a package URL or an SBOM component.', ['osv']),
  row('collection', 'A nixpkgs package.', ['cve_list_v5', 'osv', 'packages']),
  row('collection_language', 'A nixpkgs package in a language without an OSV ecosystem.', ['cve_list_v5', 'packages']),
  row('plain_name', 'A name that nixpkgs does not have.', ['cve_list_v5', 'osv']),
] as const satisfies readonly RequiredSources[];

/** The row of the coverage table that a question falls under. */
export function requiredSources({
  ecosystem,
  inCollection,
  languageWithoutEcosystem,
}: {
  readonly ecosystem: string | null;
  readonly inCollection: boolean;
  readonly languageWithoutEcosystem: boolean;
}): RequiredSources {
  const [ofEcosystem, ofCollection, ofLanguage, ofName] = REQUIRED_SOURCES;
  if (ecosystem !== null) return ofEcosystem;
  if (!inCollection) return ofName;
  return languageWithoutEcosystem ? ofLanguage : ofCollection;
}

/** Reports whether every source that a kind of subject requires is up to date, so that a missing record means that there is none. */
export function hasCurrentSources(
  kind: (typeof REQUIRED_SOURCES)[number]['id'],
  states: ReadonlyMap<string, { readonly state: string }>,
): boolean {
  const sources: readonly string[] = REQUIRED_SOURCES.find(({ id }) => id === kind)?.sources ?? [];
  return sources.every((source) => states.get(source)?.state === 'ok');
}

function row<const Id extends string, const Source extends string>(
  id: Id,
  subject: string,
  sources: readonly Source[],
) {
  return { id, subject, sources } as const;
}
