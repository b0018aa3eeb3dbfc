import {
  type FileReader,
  type ObjectReference,
  type OpenSnapshot,
  openSnapshot,
  SnapshotProblem,
} from '@almanac/core/snapshots';
import { folderReader } from './files.ts';
import { dividedBy, type Held } from './held.ts';
import { NODE_PLATFORM } from './node-platform.ts';
import { type DbState, readState } from './state.ts';

/** The snapshot on this machine, verified like a remote one. */
export interface HeldSnapshot {
  readonly state: DbState;
  readonly snapshot: OpenSnapshot;
  readonly read: FileReader;
}

/** Accepts expired snapshots, for callers that report the age themselves. */
export const WHATEVER_AGE = new Date(0);

/** Reads nothing but the folder. A given `key` must be the one that was trusted when the snapshot was pulled. */
export async function openHeld(folder: string, key: string | null, now: Date): Promise<HeldSnapshot> {
  const state = await readState(folder);
  if (state === null) throw new SnapshotProblem('snapshot_missing', folder);
  checkKey(state, key);
  return openState(folder, state, now);
}

/** Accepts the trusted key or one that it replaced. */
export function checkKey({ key, earlierKeys }: Pick<DbState, 'key' | 'earlierKeys'>, pinned: string | null): void {
  if (pinned === null || pinned === key || earlierKeys.includes(pinned)) return;
  throw new SnapshotProblem('key_changed', `${key} is trusted`);
}

export async function openState(folder: string, state: DbState, now: Date): Promise<HeldSnapshot> {
  const objects = folderReader(folder);
  const read: FileReader = async (name, most) =>
    name.startsWith('object/') ? objects(name, most) : (state.files.get(name) ?? null);
  const snapshot = await openSnapshot({ ...NODE_PLATFORM, read }, { key: state.key, verified: state.head }, now);
  return { state, snapshot, read };
}

export interface HeldObject {
  readonly partition: string | null;
  readonly reference: ObjectReference;
}

export async function* heldObjects(
  snapshot: OpenSnapshot,
  held: Held,
  segments: DbState['segments'] = new Map(),
): AsyncGenerator<HeldObject> {
  yield { partition: null, reference: snapshot.root };
  for (const { name: partition, index: reference } of snapshot.manifest.partitions) {
    const part = held.get(partition);
    if (part === undefined) continue;
    yield { partition, reference };
    const index = await snapshot.index(partition);
    if (index === null) continue;
    const { prefixes } = dividedBy(index.bits, part);
    for (const [prefix, shard] of index.shards.entries()) {
      if (prefixes === null || prefixes.has(prefix)) yield { partition, reference: shard };
    }
  }
  for (const [sha256, bytes] of segments) yield { partition: null, reference: { sha256, bytes } };
}
