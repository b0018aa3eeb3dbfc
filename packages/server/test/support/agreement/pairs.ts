import { crc32 } from 'node:zlib';
import { printPurl, purlOfPackage } from '@almanac/core/purl';
import type { Corpus } from '@almanac/twins';

/** A package in a version: an attribute of the collection, or a package URL of a registry or distribution. */
export type AskedPair =
  | {
      readonly kind: 'collection';
      readonly attribute: string;
      readonly version: string;
      readonly purl: string;
      /** Whether the collection carries this very version. */
      readonly carried: boolean;
    }
  | {
      readonly kind: 'ecosystem';
      readonly ecosystem: string;
      readonly name: string;
      readonly version: string;
      readonly purl: string;
    };
export type CollectionPair = Extract<AskedPair, { kind: 'collection' }>;
export type EcosystemPair = Extract<AskedPair, { kind: 'ecosystem' }>;

/**
 * The pairs of a corpus, by rule. Of the collection: every attribute at the version it carries, and every attribute that an issue
 * links with a CVE at each bound that the CVE's record states. Of ecosystems: every package of an OSV record at each bound of its
 * ranges and at the first and last version that it lists. In the order of a checksum, so that the first of them are a fair share.
 */
export async function pairsOf(corpus: Corpus): Promise<{
  readonly collection: readonly CollectionPair[];
  readonly ecosystem: readonly EcosystemPair[];
}> {
  return { collection: inOrder(await collectionPairs(corpus)), ecosystem: inOrder(await ecosystemPairs(corpus)) };
}

function inOrder<T extends AskedPair>(pairs: readonly T[]): T[] {
  const once = new Map(pairs.toReversed().map((pair) => [pair.purl, pair]));
  return [...once.values()].sort((a, b) => crc32(a.purl) - crc32(b.purl) || (a.purl < b.purl ? -1 : 1));
}

const LONGEST_VERSION = 60;

function isAskable(version: unknown): version is string {
  return (
    typeof version === 'string' && version !== '' && version.length <= LONGEST_VERSION && /^[\w.+~:-]+$/.test(version)
  );
}

async function collectionPairs({ packages, pairs, records }: Corpus): Promise<CollectionPair[]> {
  const versionOf = new Map(packages.map(({ attribute, version }) => [attribute, version]));
  const attributesOf = Map.groupBy(pairs, ({ cve }) => cve);
  const found: CollectionPair[] = [];
  const add = (attribute: string, version: unknown) => {
    if (!isAskable(version)) return;
    const purl = `pkg:nix/${encodeURIComponent(attribute)}@${encodeURIComponent(version)}`;
    found.push({ kind: 'collection', attribute, version, purl, carried: versionOf.get(attribute) === version });
  };
  for (const { attribute, version } of packages) add(attribute, version);
  for await (const { id, record } of records.cve_list_v5()) {
    const linked = attributesOf.get(id);
    if (linked === undefined) continue;
    const bounds = boundsOfCve(JSON.parse(String(record)));
    for (const { attribute } of linked) for (const bound of bounds) add(attribute, bound);
  }
  return found;
}

interface CveRecord {
  readonly containers?: {
    readonly cna?: { readonly affected?: readonly { readonly versions?: readonly CveVersion[] }[] };
  };
}
type CveVersion = Readonly<Record<'version' | 'lessThan' | 'lessThanOrEqual', unknown>>;

/** Versions that every scheme reads; of others there are enough in the versions that the collection carries. */
function boundsOfCve({ containers }: CveRecord): unknown[] {
  const versions = (containers?.cna?.affected ?? []).flatMap((each) => each.versions ?? []);
  const stated = versions.flatMap((each) => [each.version, each.lessThan, each.lessThanOrEqual]);
  return [...new Set(stated)].filter((each) => typeof each === 'string' && /^\d+(\.\d+)+\w*$/.test(each));
}

interface OsvRecord {
  readonly affected?:
    | readonly {
        readonly package?: { readonly ecosystem?: string; readonly name?: string };
        readonly ranges?: readonly {
          readonly type?: string;
          readonly events?: readonly Readonly<Record<string, unknown>>[];
        }[];
        readonly versions?: readonly string[];
      }[]
    | null;
}

async function ecosystemPairs({ records }: Corpus): Promise<EcosystemPair[]> {
  const found: EcosystemPair[] = [];
  for await (const { record } of records.osv()) {
    const { affected } = JSON.parse(String(record)) as OsvRecord;
    for (const { package: subject, ranges = [], versions = [] } of affected ?? []) {
      if (subject?.ecosystem === undefined || subject.name === undefined) continue;
      const { ecosystem, name } = subject;
      const events = ranges.flatMap(({ type, events: own = [] }) => (type === 'GIT' ? [] : own));
      const bounds = [...events.flatMap((event) => Object.values(event)), versions[0], versions.at(-1)];
      for (const version of new Set(bounds)) {
        if (!isAskable(version)) continue;
        const { purl } = purlOfPackage({ ecosystem, name, version });
        if (purl !== null) found.push({ kind: 'ecosystem', ecosystem, name, version, purl: printPurl(purl) });
      }
    }
  }
  return found;
}
