export { type Checkpoint, printCheckpoint, readCheckpoint } from './checkpoint.ts';
export { hashOfHex, toHex } from './encoding.ts';
export type { FileReader } from './follow.ts';
export {
  checkAge,
  readManifest,
  type SnapshotManifest,
  type SnapshotPartition,
  type SnapshotSource,
  writeManifest,
} from './manifest.ts';
export { leafHash, nodeHash, type TreeHead } from './merkle.ts';
export { keyId, openNote, printNote, printVerifierKey, readVerifierKey } from './note.ts';
export { checkObject, OBJECT_LIMITS, type ObjectReference, objectPath, referenceOf } from './objects.ts';
export {
  type OpenSnapshot,
  openSnapshot,
  partitionOf,
  readObjectText,
  type ShardPlace,
  type SnapshotIo,
} from './open-snapshot.ts';
export {
  bitsFor,
  checkShardProof,
  type PartitionIndex,
  proveShard,
  readIndex,
  type ShardProof,
  shardOf,
  shardTree,
  writeIndex,
} from './partition-index.ts';
export { SNAPSHOT_PROBLEMS, SnapshotProblem } from './problem.ts';
export { readShard } from './read-shard.ts';
export { RISK, type RiskShard, type SnapshotRisk, writeRisks } from './risks.ts';
export { readRootEntry, writeRootEntry } from './root-entry.ts';
export type { Shard, ShardGroup, ShardPackage } from './shard.ts';
export { judgeByShard } from './shard-facts.ts';
export { appendLeaf, edgeTiles, entriesPath, lastTile, readEntries, tilePath, writeEntries } from './tiles.ts';
export { writeShard } from './write-shard.ts';
