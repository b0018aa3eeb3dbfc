import { hashOfHex, toHex, toUtf8 } from './encoding.ts';
import { inclusionProof, isIncluded, leafHash, nodesOf, type Sha256, treeRoot } from './merkle.ts';
import { type ObjectReference, readJson, readReference, writeReference } from './objects.ts';
import { SnapshotProblem } from './problem.ts';

const FORMAT = 'almanac-index/1';
/** More shards than a partition of ten million packages has. */
const MOST_BITS = 16;
/** Packages of a shard, about: a shard is then some kilobytes. */
const USUAL_KEYS = 32;

/** The shards of a partition: 2^bits of them, in the order of the first bits of the hashes of what is in them. */
export interface PartitionIndex {
  readonly partition: string;
  readonly bits: number;
  readonly shards: readonly ObjectReference[];
}

export function writeIndex({ partition, bits, shards }: PartitionIndex): string {
  return JSON.stringify({ format: FORMAT, partition, bits, shards: shards.map(writeReference) });
}

/** The index of a partition, as its entry of the manifest promises. */
export function readIndex(
  sha256: Sha256,
  text: string,
  expected: { readonly name: string; readonly tree: string },
): PartitionIndex {
  const { partition, bits, shards } = readJson(text, FORMAT, 'index_malformed');
  const isBits = Number.isInteger(bits) && (bits as number) >= 0 && (bits as number) <= MOST_BITS;
  if (typeof partition !== 'string' || !isBits || !Array.isArray(shards) || shards.length !== 2 ** (bits as number)) {
    throw new SnapshotProblem('index_malformed');
  }
  const read = shards.map((one) => readReference(one, 'index_malformed'));
  const index = { partition, bits: bits as number, shards: read };
  if (partition !== expected.name || shardTree(sha256, index) !== expected.tree) {
    throw new SnapshotProblem('index_misplaced', expected.name);
  }
  return index;
}

/** The shard that has what is filed under this name, if anything is. */
export function shardOf(sha256: Sha256, name: string, bits: number): number {
  const [first = 0, second = 0] = sha256(toUtf8(name));
  return Math.floor((first * 256 + second) / 2 ** (16 - bits));
}

/** How many bits shards are told apart by. What was chosen before stays while it is not far off, or all shards would change at once. */
export function bitsFor(keys: number, before: number | null): number {
  const isNear =
    before !== null && keys <= USUAL_KEYS * 4 * 2 ** before && (before === 0 || keys >= (USUAL_KEYS / 4) * 2 ** before);
  if (isNear) return before;
  return Math.min(MOST_BITS, Math.max(0, Math.ceil(Math.log2(Math.max(1, keys) / USUAL_KEYS))));
}

function leavesOf(sha256: Sha256, { shards }: Pick<PartitionIndex, 'shards'>): Uint8Array[] {
  return shards.map((shard) => leafHash(sha256, hashOfHex(shard.sha256) ?? new Uint8Array()));
}

/** The root of the tree of RFC 6962 over the hashes of the shards, in hexadecimal. */
export function shardTree(sha256: Sha256, index: Pick<PartitionIndex, 'shards'>): string {
  return toHex(treeRoot(sha256, nodesOf(sha256, leavesOf(sha256, index)), index.shards.length));
}

/**
 * That a shard is the one at its place in a partition. Together with the shard it proves that a package is in the snapshot, and with
 * what it says, or that it is not: no other shard may have it.
 */
export interface ShardProof {
  readonly partition: string;
  readonly bits: number;
  readonly prefix: number;
  readonly path: readonly string[];
}

export function proveShard(sha256: Sha256, index: PartitionIndex, prefix: number): ShardProof {
  const nodes = nodesOf(sha256, leavesOf(sha256, index));
  const path = inclusionProof(sha256, nodes, prefix, index.shards.length).map(toHex);
  return { partition: index.partition, bits: index.bits, prefix, path };
}

/** Throws unless an object of this hash is the one shard in which the name would be. */
export function checkShardProof(
  sha256: Sha256,
  { partition, bits, prefix, path }: ShardProof,
  asked: { readonly name: string; readonly tree: string; readonly partition: string; readonly shard: string },
): void {
  const hashes = path.map(hashOfHex);
  const [tree, shard] = [hashOfHex(asked.tree), hashOfHex(asked.shard)];
  if (hashes.includes(null) || tree === null || shard === null || !(bits >= 0 && bits <= MOST_BITS)) {
    throw new SnapshotProblem('proof_malformed');
  }
  const isPlace = partition === asked.partition && prefix === shardOf(sha256, asked.name, bits);
  const leaf = { hash: leafHash(sha256, shard), index: prefix };
  const isWhole = path.length === bits;
  if (!isPlace || !isWhole || !isIncluded(sha256, hashes as Uint8Array[], leaf, { root: tree, size: 2 ** bits })) {
    throw new SnapshotProblem('proof_wrong');
  }
}
