import { lookupForm } from '../collection/lookup-names.ts';
import type { MatchFacts, MatchQuestion } from '../matching/facts.ts';
import type { MatchResult } from '../matching/match-package.ts';
import { namesRelease, releaseFit } from '../ranges/ask.ts';
import { comparableName } from '../ranges/same-name.ts';
import type { PackagePlan } from '../remediation/model.ts';
import { getScheme } from '../versions/ecosystems.ts';
import { type ChannelShard, channelPartition, readChannel } from './channel-shard.ts';
import type { Checkpoint } from './checkpoint.ts';
import { COLLECTION, type CollectionShard } from './collection-shard.ts';
import { followLog } from './follow.ts';
import { checkAge, readManifest, type SnapshotManifest } from './manifest.ts';
import type { TreeHead } from './merkle.ts';
import type { ObjectReference } from './objects.ts';
import { collectionReads, entriesNamed, judgeNamed, type NamedEntries } from './open-collection.ts';
import { openShards, readObjectText, type ShardPlace, type SnapshotIo, type Visit } from './open-shards.ts';
import { withSelection } from './package-states.ts';
import type { PackTable } from './packs.ts';
import type { PartitionIndex } from './partition-index.ts';
import { readCollection } from './read-collection.ts';
import { readShard } from './read-shard.ts';
import {
  type DocumentPlace,
  documentIn,
  filedHash,
  type RecordShard,
  readRecords,
  recordPartition,
} from './records.ts';
import { RISK, type RiskShard, readRisks, type SnapshotRisk } from './risks.ts';
import { EMPTY_SHARD, type Shard } from './shard.ts';
import { judgeByShard, planByShard, type ShardQuestion } from './shard-facts.ts';

/** Whether a shard is wanted, by its place. */
type IsWanted = (prefix: number) => boolean;

/** A snapshot with verified signature, log and age. Each part is verified when it is read. */
export interface OpenSnapshot {
  /** The trusted key and those that replaced it, oldest first: the last one is to be trusted from now on. */
  readonly keys: readonly string[];
  readonly checkpoint: Checkpoint;
  readonly manifest: SnapshotManifest;
  /** The object that the manifest is. */
  readonly root: ObjectReference;
  /** The shards of a partition; null: there is none of this name. */
  index(partition: string): Promise<PartitionIndex | null>;
  /** Where they are in packs; null: there are none. */
  packs(partition: string): Promise<PackTable | null>;
  /** Where a partition has what is filed under a key, a package's comparable name or a CVE; null: there is no such partition. */
  place(partition: string, key: string): Promise<ShardPlace | null>;
  /** The one shard that has a package, or would have it; null: there is no partition of its ecosystem. */
  shard(ecosystem: string, name: string): Promise<Shard | null>;
  /** The shards of an ecosystem, one after the other: those at the wanted places. */
  shards(ecosystem: string, isWanted?: IsWanted): AsyncGenerator<Shard>;
  /** The same of what EPSS and KEV say. */
  riskShards(isWanted?: IsWanted): AsyncGenerator<RiskShard>;
  /** The same of what a channel of the collection carries. */
  channelShards(channel: string, isWanted?: IsWanted): AsyncGenerator<ChannelShard>;
  /** The same of what is said of the collection's packages. */
  collectionShards(isWanted?: IsWanted): AsyncGenerator<CollectionShard>;
  /** The same of where the documents of a source are, by the name of the partition. */
  recordShards(partition: string, isWanted?: IsWanted): AsyncGenerator<RecordShard>;
  /** The judgement of `POST /purls`. */
  judge(question: ShardQuestion, visit?: Visit): Promise<MatchResult>;
  /** The plan for an affected version, and what lists show of the vulnerabilities that it names. */
  plan(
    question: ShardQuestion,
    visit?: Visit,
  ): Promise<{ readonly plan: PackagePlan; readonly summaries: Shard['summaries'] }>;
  /** The same for a package of the collection, by its name; null: no channel has one of that name. */
  judgeNamed(question: MatchQuestion, visit?: Visit): Promise<MatchResult | null>;
  /** What the channels carry under a name. */
  entries(name: string, visit?: Visit): Promise<NamedEntries>;
  /** Where documents of a source are that may have this hash; none where the snapshot does not have them. */
  documentPlaces(source: string, sha256: string, visit?: Visit): Promise<readonly DocumentPlace[]>;
  /** The document at such a place; null where it has another hash after all. */
  document(source: string, sha256: string, place: DocumentPlace): Promise<Uint8Array | null>;
  /** What EPSS and KEV say of a CVE; null: nothing. */
  risk(cve: string, visit?: Visit): Promise<SnapshotRisk | null>;
}

/** Opens the newest snapshot. `verified` is the head that was verified last, and is to be kept for the next time. */
export async function openSnapshot(
  io: SnapshotIo,
  trusted: { readonly key: string; readonly verified: TreeHead | null },
  now: Date,
): Promise<OpenSnapshot> {
  const { keys, checkpoint, manifest: root } = await followLog(io.crypto, io.read, trusted);
  const manifest = readManifest(await readObjectText(io, root));
  checkAge(manifest, now);
  const parts = openShards(io, manifest);
  const shard = async (ecosystem: string, name: string, visit?: Visit): Promise<Shard | null> => {
    const partition = partitionOf(ecosystem);
    return parts.has(partition) ? parts.at(partition, comparableName(ecosystem, name), readShard, visit) : null;
  };
  const named = (visit?: Visit) => collectionReads({ manifest, parts, shard }, visit);
  return {
    keys,
    checkpoint,
    manifest,
    root,
    index: async (partition) => (parts.has(partition) ? parts.index(partition) : null),
    packs: async (partition) => (parts.has(partition) ? parts.packs(partition) : null),
    place: async (partition, key) => (parts.has(partition) ? parts.place(partition, key) : null),
    shard,
    shards: (ecosystem, isWanted) => parts.each(`${ECOSYSTEM}${ecosystem}`, readShard, isWanted),
    riskShards: (isWanted) => parts.each(RISK, readRisks, isWanted),
    channelShards: (channel, isWanted) => parts.each(channelPartition(channel), readChannel, isWanted),
    collectionShards: (isWanted) => parts.each(COLLECTION, readCollection, isWanted),
    recordShards: (partition, isWanted) => parts.each(partition, readRecords, isWanted),
    async judge(question, visit) {
      const found = await shard(question.ecosystem, question.package, visit);
      return judgeByShard(found ?? EMPTY_SHARD, question, statesOf(manifest, question.ecosystem));
    },
    async plan(question, visit) {
      const found = (await shard(question.ecosystem, question.package, visit)) ?? EMPTY_SHARD;
      return { plan: planByShard(found, question), summaries: found.summaries };
    },
    judgeNamed: (question, visit) => judgeNamed(named(visit), question),
    entries: (name, visit) => entriesNamed(named(visit), new Set([lookupForm(name)])),
    async documentPlaces(source, wanted, visit) {
      const partition = recordPartition(source);
      if (!parts.has(partition)) return [];
      const { documents } = await parts.at(partition, filedHash(wanted), readRecords, visit);
      return documents.filter(({ hash }) => hash === filedHash(wanted));
    },
    async document(source, wanted, { segment, document }) {
      const text = await readObjectText(io, segment);
      return documentIn(io.crypto.sha256, text, { source, wanted, document });
    },
    async risk(cve, visit) {
      if (!parts.has(RISK)) return null;
      const { risks } = await parts.at(RISK, cve, readRisks, visit);
      return risks.find((one) => one.cve === cve) ?? null;
    },
  };
}

/** The name of the partition of an ecosystem, with or without a release. */
export function partitionOf(ecosystem: string): string {
  return `${ECOSYSTEM}${getScheme(ecosystem).base}`;
}

/** The ecosystem of a partition; null where it is none of an ecosystem. */
export function ecosystemOfPartition(name: string): string | null {
  return name.startsWith(ECOSYSTEM) ? name.slice(ECOSYSTEM.length) : null;
}

const ECOSYSTEM = 'ecosystem/';

/** Of an ecosystem or release that the manifest does not name no source is known to cover it. */
function statesOf(manifest: SnapshotManifest, ecosystem: string): MatchFacts['sources'] {
  const { base } = getScheme(ecosystem);
  const { states } = manifest;
  const alike = () => [...states].find(([each]) => releaseFit(each, ecosystem) === 'same')?.[1];
  return withSelection(states.get(ecosystem) ?? (namesRelease(ecosystem) ? alike() : states.get(base)) ?? [], manifest);
}
