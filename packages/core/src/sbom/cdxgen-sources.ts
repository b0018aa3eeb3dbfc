import { readPurl } from '../purl/parse.ts';
import type { Purl } from '../purl/purl.ts';
import type { DraftEntry } from './draft.ts';
import { isDistributionType } from './source-package.ts';

/** The members by which cdxgen tells which source package a package was built from. */
export interface CdxgenMembers {
  readonly tags: readonly (string | null)[];
  /** Null where the component has no `evidence.identity`. */
  readonly identities: readonly CdxgenIdentity[] | null;
  readonly supplier: string | null;
  /** Whether it has a property that trivy gives to every package that it lists. */
  readonly isListed: boolean;
}

export interface CdxgenIdentity {
  readonly methods: readonly { readonly technique: string | null; readonly value: string | null }[];
}

/** The source package of each entry, such as `glibc@2.36-9`; null for a source package that is not installed itself. */
export type CdxgenSources = ReadonlyMap<DraftEntry, string | null>;

/**
 * Finds the source packages in a document of cdxgen, which removes them from the components that trivy listed. Where the source package
 * has another name, cdxgen adds a component for it, tagged `source`, whose evidence names the packages built from it. Where it adds none,
 * the source package has the package's own name.
 *
 * There is one exception. If the added component has the same package URL as an installed package, cdxgen merges the two and may lose the
 * evidence; the list of identities is empty then. Any package with the supplier of that one may have been built from it, so the source
 * package of those stays unknown.
 */
export function findCdxgenSources(entries: ReadonlyMap<DraftEntry, CdxgenMembers>): CdxgenSources {
  const packages = [...entries].flatMap(([entry, members]) => {
    const purl = entry.purl === null ? null : readPurl(entry.purl, { tolerant: true }).purl;
    return purl === null || !isDistributionType(purl.type) ? [] : [{ entry, purl, members }];
  });
  const sources = new Map<string, string>();
  const merged = new Map<string, Set<string>>();
  for (const { purl, members } of packages) {
    for (const name of listBuiltPackages(members)) sources.set(toKey(purl, name), toSource(purl));
    if (members.identities?.length === 0) {
      const key = toKey(purl, members.supplier ?? '');
      merged.set(key, (merged.get(key) ?? new Set()).add(purl.name));
    }
  }
  const found = new Map<DraftEntry, string | null>();
  for (const { entry, purl, members } of packages) {
    const source = sources.get(toKey(purl, purl.name));
    const candidates = merged.get(toKey(purl, members.supplier ?? '')) ?? new Set();
    if (members.tags.includes('source') && !members.isListed) found.set(entry, null);
    else if (source !== undefined) found.set(entry, source);
    else if (candidates.size === 0 || candidates.has(purl.name)) found.set(entry, toSource(purl));
  }
  return found;
}

function listBuiltPackages({ identities }: CdxgenMembers): readonly string[] {
  return (identities ?? []).flatMap(({ methods }) =>
    methods.flatMap(({ technique, value }) => (technique === 'filename' && value !== null ? [value] : [])),
  );
}

/** cdxgen copies everything but name and version from a package to the component of its source. */
function toKey({ type, namespace, qualifiers }: Purl, name: string): string {
  return JSON.stringify([type, namespace, qualifiers['arch'] ?? '', name]);
}

/** Debian appends `+b1` to the version of a package that was built again from the same source. */
function toSource({ type, name, version }: Purl): string {
  const written = type === 'deb' ? version?.replace(/\+b\d{1,4}$/, '') : version;
  return written == null ? name : `${name}@${written}`;
}
