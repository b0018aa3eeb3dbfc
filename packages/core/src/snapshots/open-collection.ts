import { lookupForm, lookupNames } from '../collection/lookup-names.ts';
import { compareText } from '../ids/order.ts';
import type { CollectionFact, MatchQuestion } from '../matching/facts.ts';
import type { MatchResult } from '../matching/match-package.ts';
import { relatedFacts } from '../matching/resolve/relation.ts';
import { canonicalName } from '../names/canonical.ts';
import { getScheme } from '../versions/ecosystems.ts';
import { type ChannelShard, channelOf, familyOf, readChannel } from './channel-shard.ts';
import { COLLECTION, type CollectionShard } from './collection-shard.ts';
import { judgeByCollection, meantAttributes } from './judge-collection.ts';
import type { SnapshotManifest } from './manifest.ts';
import type { Shards, Visit } from './open-shards.ts';
import { packageStates } from './package-states.ts';
import { readCollection } from './read-collection.ts';
import type { Shard } from './shard.ts';

/** How the collection's parts of a snapshot are read. */
export interface CollectionReads {
  readonly manifest: SnapshotManifest;
  /** The partitions of its channels. */
  readonly channels: readonly string[];
  channel(partition: string, key: string): Promise<ChannelShard>;
  family(name: string): Promise<CollectionShard>;
  ecosystem(ecosystem: string, name: string): Promise<Shard | null>;
}

/** The same of an open snapshot. */
export function collectionReads({ manifest, parts, shard }: CollectionAccess, visit?: Visit): CollectionReads {
  return {
    manifest,
    channels: manifest.partitions.flatMap(({ name }) => (channelOf(name) === null ? [] : [name])),
    channel: (partition, key) => parts.at(partition, key, readChannel, visit),
    family: (name) => parts.at(COLLECTION, name, readCollection, visit),
    ecosystem: (ecosystem, name) => shard(ecosystem, name, visit),
  };
}

interface CollectionAccess {
  readonly manifest: SnapshotManifest;
  readonly parts: Shards;
  readonly shard: (ecosystem: string, name: string, visit?: Visit) => Promise<Shard | null>;
}

export interface NamedEntries {
  readonly facts: readonly CollectionFact[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** So many entries of one name are read, as the service does. */
const MOST_ENTRIES = 2_000;

/** What every channel carries under one of these names, which have the form in which names are looked up. */
export async function entriesNamed(
  { channels, channel }: Pick<CollectionReads, 'channels' | 'channel'>,
  forms: ReadonlySet<string>,
): Promise<NamedEntries> {
  const facts: CollectionFact[] = [];
  let complete = true;
  for (const partition of channels) {
    const families = new Set(forms);
    for (const form of forms) {
      const named = (await channel(partition, form)).names.get(form);
      for (const family of named?.families ?? []) families.add(family);
      complete &&= named?.complete ?? true;
    }
    for (const family of families) {
      const entries = (await channel(partition, family)).families.get(family) ?? [];
      facts.push(...entries.filter((entry) => lookupNames(entry).some((name) => forms.has(name))));
    }
  }
  const sorted = facts.toSorted((a, b) => compareText(a.channel, b.channel) || compareText(a.attribute, b.attribute));
  return { facts: sorted.slice(0, MOST_ENTRIES), complete: complete && facts.length <= MOST_ENTRIES };
}

/** The judgement of `POST /purls` for a package of the collection; null where no channel has one of that name. */
export async function judgeNamed(reads: CollectionReads, question: MatchQuestion): Promise<MatchResult | null> {
  const name = question.package;
  const { facts: collection, complete } = await entriesNamed(
    reads,
    new Set([name, canonicalName(name)].map(lookupForm)),
  );
  if (collection.length === 0) return null;
  const families = new Set(relatedFacts(name, collection).map(({ fact }) => familyOf(fact.attribute)));
  const shards = new Set<CollectionShard>();
  for (const family of families) shards.add(await reads.family(family));
  const parts = { collection, shards: [...shards], complete };
  const apart = new Set<Shard>();
  for (const { subjects } of meantAttributes(question, parts)) {
    for (const { ecosystem, name: of } of subjects) {
      const base = ecosystem === null ? null : getScheme(ecosystem).base;
      if (base === null || !parts.shards.some((shard) => shard.apart.includes(base))) continue;
      const found = await reads.ecosystem(base, of);
      if (found !== null) apart.add(found);
    }
  }
  return judgeByCollection({ ...parts, apart: [...apart] }, question, (ecosystems) =>
    packageStates(reads.manifest, ecosystems),
  );
}

/** Whether a snapshot has packages of the collection. */
export function hasCollection({ partitions }: Pick<SnapshotManifest, 'partitions'>): boolean {
  return partitions.some(({ name }) => name === COLLECTION);
}
