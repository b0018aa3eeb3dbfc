import type { MatchFacts } from '../matching/facts.ts';
import type { MatchResult } from '../matching/match-package.ts';
import { comparableName } from '../ranges/same-name.ts';
import { schemeOf } from '../versions/ecosystems.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type FileReader, followLog } from './follow.ts';
import { checkAge, partitionNamed, readManifest, type SnapshotManifest } from './manifest.ts';
import type { TreeHead } from './merkle.ts';
import type { AwaitedCrypto } from './note.ts';
import { checkObject, OBJECT_LIMITS, type ObjectReference, objectPath } from './objects.ts';
import { type PartitionIndex, readIndex, shardOf } from './partition-index.ts';
import { SnapshotProblem } from './problem.ts';
import { readShard } from './read-shard.ts';
import { RISK, type RiskShard, readRisks, type SnapshotRisk } from './risks.ts';
import type { Shard } from './shard.ts';
import { judgeByShard, type ShardQuestion } from './shard-facts.ts';

/** What reading needs of the platform. */
export interface SnapshotIo {
  readonly crypto: AwaitedCrypto;
  readonly read: FileReader;
  /** Undoes gzip and reads UTF-8; throws for more than so many bytes. */
  unpack(bytes: Uint8Array, most: number): Promise<string>;
}

/** Where something is filed: a shard of a partition, and the object that it is. */
export interface ShardPlace extends Pick<Shard, 'partition' | 'bits' | 'prefix'> {
  readonly reference: ObjectReference;
}

/** A snapshot with verified signature, log and age. Each part is verified when it is read. */
export interface OpenSnapshot {
  readonly checkpoint: Checkpoint;
  readonly manifest: SnapshotManifest;
  /** The object that the manifest is. */
  readonly root: ObjectReference;
  /** The shards of a partition; null: there is none of this name. */
  index(partition: string): Promise<PartitionIndex | null>;
  /** Where a partition has what is filed under a key, a package's comparable name or a CVE; null: there is no such partition. */
  place(partition: string, key: string): Promise<ShardPlace | null>;
  /** The one shard that has a package, or would have it; null: there is no partition of its ecosystem. */
  shard(ecosystem: string, name: string): Promise<Shard | null>;
  /** The shards of an ecosystem, one after the other: those at the wanted places. */
  shards(ecosystem: string, isWanted?: (prefix: number) => boolean): AsyncGenerator<Shard>;
  /** The same of what EPSS and KEV say. */
  riskShards(isWanted?: (prefix: number) => boolean): AsyncGenerator<RiskShard>;
  /** The judgement of `POST /purls`. */
  judge(question: ShardQuestion): Promise<MatchResult>;
  /** What EPSS and KEV say of a CVE; null: nothing. */
  risk(cve: string): Promise<SnapshotRisk | null>;
}

/** Opens the newest snapshot. `verified` is the head that was verified last, and is to be kept for the next time. */
export async function openSnapshot(
  io: SnapshotIo,
  trusted: { readonly key: string; readonly verified: TreeHead | null },
  now: Date,
): Promise<OpenSnapshot> {
  const { sha256 } = io.crypto;
  const { checkpoint, manifest: root } = await followLog(io.crypto, io.read, trusted);
  const manifest = readManifest(await readObjectText(io, root));
  checkAge(manifest, now);
  const indexes = new Map<string, Promise<PartitionIndex>>();
  const shards = new Map<string, Promise<Shard>>();
  const risks = new Map<string, Promise<RiskShard>>();
  const indexOf = (name: string) => {
    const partition = partitionNamed(manifest, name);
    return kept(indexes, name, async () => readIndex(sha256, await readObjectText(io, partition.index), partition));
  };
  const placeOf = async (partition: string, key: string): Promise<ShardPlace> => {
    const { bits, shards: all } = await indexOf(partition);
    const prefix = shardOf(sha256, key, bits);
    return { partition, bits, prefix, reference: all[prefix] as ObjectReference };
  };
  async function* textsOf(partition: string, isWanted: (prefix: number) => boolean) {
    const { bits, shards: all } = await indexOf(partition);
    for (const [prefix, reference] of all.entries()) {
      if (isWanted(prefix)) yield { text: await readObjectText(io, reference), place: { partition, bits, prefix } };
    }
  }
  const has = (name: string) => manifest.partitions.some((one) => one.name === name);
  const shard = async (ecosystem: string, name: string): Promise<Shard | null> => {
    const partition = partitionOf(ecosystem);
    if (!has(partition)) return null;
    const place = await placeOf(partition, comparableName(ecosystem, name));
    return kept(shards, place.reference.sha256, async () =>
      readShard(await readObjectText(io, place.reference), place),
    );
  };
  return {
    checkpoint,
    manifest,
    root,
    index: async (partition) => (has(partition) ? indexOf(partition) : null),
    place: async (partition, key) => (has(partition) ? placeOf(partition, key) : null),
    shard,
    async *shards(ecosystem, isWanted = () => true) {
      const texts = textsOf(`ecosystem/${ecosystem}`, isWanted);
      for await (const { text, place } of texts) yield readShard(text, place);
    },
    async *riskShards(isWanted = () => true) {
      for await (const { text, place } of textsOf(RISK, isWanted)) yield readRisks(text, place);
    },
    async judge(question) {
      const found = await shard(question.ecosystem, question.package);
      return judgeByShard(found ?? EMPTY, question, statesOf(manifest, question.ecosystem));
    },
    async risk(cve) {
      if (!has(RISK)) return null;
      const place = await placeOf(RISK, cve);
      const { sha256: name } = place.reference;
      const { risks: all } = await kept(risks, name, async () =>
        readRisks(await readObjectText(io, place.reference), place),
      );
      return all.find((one) => one.cve === cve) ?? null;
    },
  };
}

/** The name of the partition of an ecosystem, with or without a release. */
export function partitionOf(ecosystem: string): string {
  return `ecosystem/${schemeOf(ecosystem).base}`;
}

/** Of an ecosystem that the manifest does not name no source is known to cover it. */
function statesOf({ states }: SnapshotManifest, ecosystem: string): MatchFacts['sources'] {
  return states.get(ecosystem) ?? states.get(schemeOf(ecosystem).base) ?? [];
}

const EMPTY: Shard = {
  partition: '',
  bits: 0,
  prefix: 0,
  packages: [],
  linked: [],
  groups: [],
  covers: new Map(),
  rejected: new Set(),
  summaries: new Map(),
};

/** An object, verified and unpacked. */
export async function readObjectText(io: SnapshotIo, reference: ObjectReference): Promise<string> {
  const bytes = checkObject(io.crypto.sha256, reference, await io.read(objectPath(reference), reference.bytes));
  try {
    return await io.unpack(bytes, OBJECT_LIMITS.unpacked);
  } catch (cause) {
    throw new SnapshotProblem('object_unreadable', objectPath(reference), { cause });
  }
}

/** Reads once; a reading that failed is not kept. */
function kept<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}
