export {
  type ChannelShard,
  channelOf,
  channelPartition,
  familyOf,
  type NamedFamilies,
  otherNames,
  writeChannel,
} from './channel-shard.ts';
export { type Checkpoint, printCheckpoint, readCheckpoint } from './checkpoint.ts';
export {
  COLLECTION,
  type CollectionAttribute,
  type CollectionShard,
  type FiledStatement,
  filedUnder,
} from './collection-shard.ts';
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
export { addSignature, keyId, openNote, printNote, printVerifierKey, readVerifierKey } from './note.ts';
export { checkObject, OBJECT_LIMITS, type ObjectReference, objectPath, referenceOf } from './objects.ts';
export { hasCollection, type NamedEntries } from './open-collection.ts';
export { readObjectText, type ShardPlace, type SnapshotIo, type Visit } from './open-shards.ts';
export { ecosystemOfPartition, type OpenSnapshot, openSnapshot, partitionOf } from './open-snapshot.ts';
export { type PackPlace, type PackRange, type PackTable, planRanges, readPacks, writePacks } from './packs.ts';
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
export { isLoopback } from './place.ts';
export { SNAPSHOT_PROBLEMS, SnapshotProblem } from './problem.ts';
export { readShard } from './read-shard.ts';
export {
  type DocumentPlace,
  type FiledDocument,
  filedHash,
  readRecords,
  readSegmentDocuments,
  recordPartition,
  SEGMENT_FORMAT,
  writeRecords,
} from './records.ts';
export { RISK, type RiskShard, type SnapshotRisk, writeRisks } from './risks.ts';
export { readRootEntry, writeRootEntry } from './root-entry.ts';
export { KEYS_FILE, LONGEST_KEYS, type PublishedKeys, printRotation, readKeys, writeKeys } from './rotation.ts';
export { EMPTY_SHARD, type Shard, type ShardGroup, type ShardPackage } from './shard.ts';
export {
  factsByShard,
  findSilent,
  judgeByShard,
  type ShardJudgement,
  type ShardQuestion,
  selectSources,
  settleByShard,
} from './shard-facts.ts';
export { appendLeaf, edgeTiles, entriesPath, lastTile, readEntries, tilePath, writeEntries } from './tiles.ts';
export { writeCollection } from './write-collection.ts';
export { writeShard } from './write-shard.ts';
