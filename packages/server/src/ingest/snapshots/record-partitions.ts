import type { SourceId } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import {
  bitsFor,
  type FiledDocument,
  filedHash,
  type ObjectReference,
  type PartitionIndex,
  readIndex,
  readRecords,
  readSegmentDocuments,
  recordPartition,
  type SnapshotManifest,
  type SnapshotPartition,
  shardOf,
  shardTree,
  writeIndex,
  writeRecords,
} from '@almanac/core/snapshots';
import { nextTurn } from '../../platform/in-slices.ts';
import { licencesOfDocuments } from '../../sources/licences.ts';
import { sha256 } from '../../store/packing.ts';
import { readEvidenceIndex } from '../mirrors/publish-evidence.ts';
import { type AddedTally, readObject, writeObject } from './objects.ts';
import type { SnapshotTarget } from './target.ts';

/** Sources that proofs name the documents of. */
const SOURCES: readonly SourceId[] = [...RECORD_SOURCES, 'packages'];
/** Documents of a shard, about 32 times as many as packages: each is a few bytes. */
const DOCUMENTS_A_PACKAGE = 32;
/** Documents of one source, more than there are: what is new of them is held at once. */
const MOST_DOCUMENTS = 20_000_000;

type Before = Pick<SnapshotManifest, 'partitions' | 'evidence'>;

/**
 * Where the documents of records are in the evidence that is published for mirrors: no document is written a second time. While the evidence is
 * the one of the last snapshot, so are these; afterwards only the shards are written that get a new document.
 */
export async function recordPartitions(
  target: SnapshotTarget,
  evidence: ObjectReference | null,
  { before, added }: { readonly before: Before | null; readonly added: AddedTally },
  signal: AbortSignal,
): Promise<readonly SnapshotPartition[]> {
  if (evidence === null) return [];
  const last = before === null || before.evidence === null ? null : before.evidence;
  const known = (source: string) => before?.partitions.find(({ name }) => name === recordPartition(source)) ?? null;
  const isSame = last?.sha256 === evidence.sha256 && SOURCES.some((source) => known(source) !== null);
  if (isSame) return SOURCES.flatMap((source) => known(source) ?? []);
  const segmentsOf = await listedSegments(target, evidence);
  const listedBefore =
    last === null ? new Map<string, readonly ObjectReference[]>() : await listedSegments(target, last);
  const written: SnapshotPartition[] = [];
  for (const source of SOURCES) {
    const segments = segmentsOf.get(source) ?? [];
    if (segments.length === 0) continue;
    const partition = known(source);
    const old = partition === null ? [] : (listedBefore.get(source) ?? []);
    const goesOn = partition !== null && old.every(({ sha256: own }, i) => segments[i]?.sha256 === own);
    const about = { source, partition: goesOn ? partition : null, segments: segments.slice(goesOn ? old.length : 0) };
    written.push(await writeRecordPartition(target, about, added, signal));
  }
  return written;
}

async function listedSegments(
  target: SnapshotTarget,
  index: ObjectReference,
): Promise<ReadonlyMap<string, readonly ObjectReference[]>> {
  const { sources } = await readEvidenceIndex(target, index);
  return new Map(
    sources.map(({ source, segments }) => [source, segments.map(([hash, bytes]) => ({ sha256: hash, bytes }))]),
  );
}

interface RecordContents {
  readonly source: SourceId;
  /** The earlier state to continue from; null if there is none. */
  readonly partition: SnapshotPartition | null;
  /** Those that are not in it yet. */
  readonly segments: readonly ObjectReference[];
}

async function writeRecordPartition(
  target: SnapshotTarget,
  { source, partition, segments }: RecordContents,
  added: AddedTally,
  signal: AbortSignal,
): Promise<SnapshotPartition> {
  const name = recordPartition(source);
  const before = partition === null ? null : readIndex(sha256, await readObject(target, partition.index), partition);
  const fresh = await documentsIn(target, source, segments, signal);
  const keys = (partition?.keys ?? 0) + fresh.length;
  const bits = bitsFor(keys / DOCUMENTS_A_PACKAGE, before?.bits ?? null);
  const isDivided = before === null || before.bits === bits;
  if (!isDivided) for (const one of await loadDocuments(target, before, signal)) fresh.push(one);
  const freshAt = Map.groupBy(fresh, ({ hash }) => shardOf(sha256, hash, bits));
  const shards: ObjectReference[] = [];
  for (let prefix = 0; prefix < 2 ** bits; prefix += 1) {
    signal.throwIfAborted();
    const place = { partition: name, bits, prefix };
    const old = isDivided ? before?.shards[prefix] : undefined;
    const own = freshAt.get(prefix) ?? [];
    if (old !== undefined && own.length === 0) {
      shards.push(old);
      continue;
    }
    const kept = old === undefined ? [] : readRecords(await readObject(target, old), place).documents;
    shards.push(await writeObject(target, writeRecords({ ...place, documents: [...kept, ...own] }), added));
  }
  const index = await writeObject(target, writeIndex({ partition: name, bits, shards }), added);
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
  const tree = shardTree(sha256, { shards });
  return { name, licences: licencesOfDocuments(source), keys, rows: keys, bytes, index, packs: null, tree };
}

/** Every document of these segments, once each. */
async function documentsIn(
  target: SnapshotTarget,
  source: SourceId,
  segments: readonly ObjectReference[],
  signal: AbortSignal,
): Promise<FiledDocument[]> {
  const found: FiledDocument[] = [];
  for (const segment of segments) {
    signal.throwIfAborted();
    const documents = readSegmentDocuments(await readObject(target, segment), source);
    for (const [document, bytes] of documents.entries()) {
      found.push({ hash: filedHash(sha256(bytes()).toString('hex')), segment, document });
    }
    if (found.length > MOST_DOCUMENTS) throw new RangeError(`more than ${MOST_DOCUMENTS} documents of ${source}`);
    await nextTurn();
  }
  return found;
}

/** Every document of a partition, where it is to be divided otherwise. */
async function loadDocuments(
  target: SnapshotTarget,
  { partition, bits, shards }: PartitionIndex,
  signal: AbortSignal,
): Promise<readonly FiledDocument[]> {
  const found: FiledDocument[] = [];
  for (const [prefix, shard] of shards.entries()) {
    signal.throwIfAborted();
    for (const one of readRecords(await readObject(target, shard), { partition, bits, prefix }).documents)
      found.push(one);
  }
  return found;
}
