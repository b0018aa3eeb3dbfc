import { type ObjectReference, objectPath, readIndex, readManifest } from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import { readEvidenceIndex } from '../mirrors/publish-evidence.ts';
import { readRoots } from './log.ts';
import { readObject } from './objects.ts';
import type { SnapshotTarget } from './target.ts';

/** What was written less than this ago may be of a snapshot that is being published. */
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
    // What is gone expired before; what expired earlier is older still.
    if (!(await target.has(objectPath(root), root.bytes))) break;
    const { expires, partitions, evidence } = readManifest(await readObject(target, root));
    if (Date.parse(expires) <= now.getTime()) break;
    used.add(objectPath(root));
    for (const path of await pathsOfEvidence(target, used, evidence)) used.add(path);
    for (const partition of partitions) {
      if (used.has(objectPath(partition.index))) continue;
      used.add(objectPath(partition.index));
      const { shards } = readIndex(sha256, await readObject(target, partition.index), partition);
      for (const shard of shards) used.add(objectPath(shard));
    }
  }
  return used;
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
