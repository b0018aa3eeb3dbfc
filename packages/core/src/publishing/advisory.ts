import { type PackageVerdict, WORST_FIRST } from '../matching/decide/verdict.ts';
import { printPurl } from '../purl/build.ts';
import type { Confidence } from '../ranges/model.ts';

/** What a CVE comes to for one package of the collection in one channel: as the API answers it. */
export interface ChannelStatement {
  readonly attribute: string;
  readonly channel: string;
  readonly version: string | null;
  readonly verdict: PackageVerdict;
  readonly confidence: Confidence | null;
  readonly fixedIn: string | null;
  /** Why, in a sentence of ours. */
  readonly reason: string;
}

/** A CVE that the collection's tracker has an issue about. Of issues and pull requests there are facts alone: no text of theirs. */
export interface CollectionAdvisory {
  readonly cve: string;
  /** When its first issue was opened. */
  readonly published: string;
  readonly issues: readonly { readonly url: string; readonly state: 'open' | 'closed' }[];
  /** Merged pull requests that fix it. */
  readonly fixes: readonly { readonly url: string; readonly mergedAt: string }[];
  readonly statements: readonly ChannelStatement[];
  /** Every package that the CVE may concern is among them. */
  readonly complete: boolean;
}

/** Who publishes, and where. No address has a slash at its end. */
export interface Publisher {
  readonly site: string;
  /** Of the API. */
  readonly api: string;
  /** Of the folder that has what is published. */
  readonly files: string;
  readonly toolVersion: string;
}

/** An advisory with the time of its last change. */
export interface DatedAdvisory extends CollectionAdvisory {
  readonly modified: string;
}

/** Our prefix, which no registry of OSV has. The tracker gives out ids of its own, which are not ours to write. */
export function advisoryId(cve: string): string {
  return `ALMANAC-${cve}`;
}

/** A package of the collection. Two channels with one version have one package URL. */
export function collectionPurl(attribute: string, version: string | null): string {
  return printPurl({ type: 'nix', namespace: null, name: attribute, version, qualifiers: {}, subpath: null });
}

/** Where anybody finds what a statement rests on. */
export function evidenceOf({ cve, issues, fixes }: CollectionAdvisory, { site, api }: Publisher): readonly string[] {
  const own = [`${site}/${cve}`, `${api}/graph/cve/${cve}/affected`];
  return [...own, ...issues.map(({ url }) => url), ...fixes.map(({ url }) => url)];
}

/**
 * Channels of each version of each package. Where one carries a patch and another does not, their verdicts differ: the worst comes first, since
 * a package URL names no channel.
 */
export function byVersion(statements: readonly ChannelStatement[]): readonly (readonly ChannelStatement[])[] {
  const groups = Map.groupBy(statements, ({ attribute, version }) => JSON.stringify([attribute, version]));
  return [...groups.values()].map((own) => own.toSorted((a, b) => rank(a) - rank(b)));
}

function rank({ verdict }: ChannelStatement): number {
  return WORST_FIRST.indexOf(verdict);
}
