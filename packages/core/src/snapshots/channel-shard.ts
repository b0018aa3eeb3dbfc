import { lookupForm, lookupNames } from '../collection/lookup-names.ts';
import { compareText } from '../ids/order.ts';
import type { CollectionFact } from '../matching/facts.ts';
import { canonicalName } from '../names/canonical.ts';
import { readJson } from './objects.ts';
import { SnapshotProblem } from './problem.ts';
import { dictionary, itemsIn, NONE, orNone, readShardTables, rowsIn, type Tables, writtenHashes } from './tables.ts';

const FORMAT = 'almanac-channel/1';
const FOLDER = 'channel/';

/** The partition that has what a channel of the collection carries. */
export function channelPartition(channel: string): string {
  return `${FOLDER}${channel}`;
}

/** The channel of a partition; null where it is no channel's. */
export function channelOf(partition: string): string | null {
  return partition.startsWith(FOLDER) ? partition.slice(FOLDER.length) : null;
}

/**
 * What entries are filed under: one name for all release lines, and for all sets of one language (`openssl_3` → `openssl`,
 * `python312Packages.requests` → `python:requests`), so that what is said of them is there once.
 */
export function familyOf(attribute: string): string {
  return lookupForm(canonicalName(attribute));
}

/** Names under which an entry is looked up, beside that of its family. */
export function otherNames(entry: Pick<CollectionFact, 'attribute' | 'pname'>): string[] {
  const family = familyOf(entry.attribute);
  return lookupNames(entry).filter((name) => name !== family);
}

/** A name, and where the entries are that go by it. */
export interface NamedFamilies {
  readonly families: readonly string[];
  /** None was left out. */
  readonly complete: boolean;
}

/** One place of a channel: what the channel carries of the families that are filed there, and which names lead to which families. */
export interface ChannelShard {
  readonly partition: string;
  readonly bits: number;
  readonly prefix: number;
  readonly names: ReadonlyMap<string, NamedFamilies>;
  readonly families: ReadonlyMap<string, readonly CollectionFact[]>;
}

/** The same shard is the same text, in whatever order its parts are given. */
export function writeChannel({ partition, bits, prefix, names, families }: ChannelShard): string {
  const texts = dictionary();
  const hashes = dictionary();
  const places = (all: readonly string[]) => all.map(texts.place);
  const entry = (fact: CollectionFact) => [
    texts.place(fact.attribute),
    ...[fact.pname, fact.version, fact.ecosystem, fact.ecosystemName, fact.homepage].map((one) => orNone(texts, one)),
    fact.sha256 == null ? NONE : hashes.place(fact.sha256),
    ...[fact.cpes, fact.purls, fact.makers, fact.knownVulnerabilities, fact.patched].map(places),
  ];
  const members = {
    families: sortedEntries(families).map(([family, facts]) => {
      const row: unknown[] = [texts.place(family)];
      return row.concat(facts.toSorted((a, b) => compareText(a.attribute, b.attribute)).map(entry));
    }),
    names: sortedEntries(names).map(([name, { families: all, complete }]) =>
      [texts.place(name), complete ? 1 : 0].concat(all.toSorted(compareText).map(texts.place)),
    ),
  };
  return JSON.stringify({
    format: FORMAT,
    partition,
    bits,
    prefix,
    texts: texts.all(),
    hashes: writtenHashes(hashes),
    ...members,
  });
}

function sortedEntries<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([a], [b]) => compareText(a, b));
}

export function readChannel(
  text: string,
  { partition, bits, prefix }: Pick<ChannelShard, 'partition' | 'bits' | 'prefix'>,
): ChannelShard {
  const members = readJson(text, FORMAT, 'shard_malformed');
  const channel = channelOf(partition);
  const isPlace = members['partition'] === partition && members['bits'] === bits && members['prefix'] === prefix;
  if (channel === null || !isPlace) throw new SnapshotProblem('shard_misplaced', `${partition} ${prefix}`);
  const tables = readShardTables({ ...members, sources: [], claims: [] });
  return {
    partition,
    bits,
    prefix,
    names: new Map(
      rowsIn(members['names']).map(([name, complete, ...families]) => {
        if (complete !== 0 && complete !== 1) throw new SnapshotProblem('shard_malformed');
        return [tables.text(name), { complete: complete === 1, families: families.map(tables.text) }];
      }),
    ),
    families: new Map(
      rowsIn(members['families']).map(([family, ...entries]) => [
        tables.text(family),
        entries.map((row) => readEntry(tables, channel, itemsIn(row))),
      ]),
    ),
  };
}

const ENTRY = 12;

function readEntry({ text, textOrNull, hashOrNull }: Tables, channel: string, row: readonly unknown[]): CollectionFact {
  if (row.length !== ENTRY) throw new SnapshotProblem('shard_malformed');
  const [attribute, pname, version, ecosystem, ecosystemName, homepage, hash, ...listed] = row;
  const [cpes, purls, makers, knownVulnerabilities, patched] = listed.map((places) => itemsIn(places).map(text));
  return {
    attribute: text(attribute),
    channel,
    pname: textOrNull(pname),
    version: textOrNull(version),
    ecosystem: textOrNull(ecosystem),
    ecosystemName: textOrNull(ecosystemName),
    homepage: textOrNull(homepage),
    sha256: hashOrNull(hash),
    cpes: cpes ?? [],
    purls: purls ?? [],
    makers: makers ?? [],
    knownVulnerabilities: knownVulnerabilities ?? [],
    patched: patched ?? [],
  };
}
