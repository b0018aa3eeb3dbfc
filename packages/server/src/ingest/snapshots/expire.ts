import {
  type ObjectReference,
  objectPath,
  readIndex,
  readManifest,
  readPacks,
  type SnapshotPartition,
} from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import { readEvidenceIndex } from '../mirrors/publish-evidence.ts';
import { readRoots } from './log.ts';
import { readObject } from './objects.ts';
import type { SnapshotTarget } from './target.ts';

/** Younger objects may belong to a snapshot being published. */
export const YOUNG_MS = 60 * 60_000;

/** Removes objects that no snapshot refers to that may still be used. The log itself is kept for good. */
export async function removeExpired(
  target: SnapshotTarget,
  size: number,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const kept = await pathsInUse(target, size, now, signal);
  let removed = 0;
  for await (const { path, modified } of target.objects()) {
    signal.throwIfAborted();
    if (kept.has(path) || now.getTime() - modified.getTime() < YOUNG_MS) continue;
    await target.remove(path);
    removed += 1;
  }
  return removed;
}

async function pathsInUse(
  target: SnapshotTarget,
  size: number,
  now: Date,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for await (const root of readRoots(target, size)) {
    signal.throwIfAborted();
    // A missing object expired earlier, and older ones did too.
    if (!(await target.has(objectPath(root), root.bytes))) break;
    const { expires, partitions, evidence } = readManifest(await readObject(target, root));
    if (Date.parse(expires) <= now.getTime()) break;
    used.add(objectPath(root));
    for (const path of await pathsOfEvidence(target, used, evidence)) used.add(path);
    for (const partition of partitions) {
      if (partition.packs !== null && !used.has(objectPath(partition.packs))) {
        used.add(objectPath(partition.packs));
        for (const path of await pathsOfPacks(target, partition)) used.add(path);
      }
      if (used.has(objectPath(partition.index))) continue;
      used.add(objectPath(partition.index));
      const index = readIndex(sha256, await readObject(target, partition.index), partition);
      for (const shard of index.shards) used.add(objectPath(shard));
    }
  }
  return used;
}

async function pathsOfPacks(target: SnapshotTarget, partition: SnapshotPartition): Promise<readonly string[]> {
  if (partition.packs === null) return [];
  const index = readIndex(sha256, await readObject(target, partition.index), partition);
  return readPacks(await readObject(target, partition.packs), index).packs.map(objectPath);
}

async function pathsOfEvidence(
  target: SnapshotTarget,
  used: ReadonlySet<string>,
  index: ObjectReference | null,
): Promise<readonly string[]> {
  if (index === null || used.has(objectPath(index))) return [];
  const { sources } = await readEvidenceIndex(target, index);
  const references = sources.flatMap(({ segments, state }) => segments.concat([state]));
  return [objectPath(index)].concat(references.map(([hash]) => objectPath({ sha256: hash })));
}
