import {
  appendLeaf,
  type Checkpoint,
  edgeTiles,
  entriesPath,
  KEYS_FILE,
  lastTile,
  leafHash,
  type ObjectReference,
  readEntries,
  readRootEntry,
  SnapshotProblem,
  tilePath,
  writeEntries,
  writeRootEntry,
} from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { SnapshotSigner } from './signer.ts';
import type { SnapshotTarget } from './target.ts';

const CHECKPOINT = 'checkpoint';

/** The log as it was published last; null where nothing was. A checkpoint of another key is an error: it is never written over. */
export async function readHead(target: SnapshotTarget, signer: SnapshotSigner): Promise<Checkpoint | null> {
  const note = await target.read(CHECKPOINT);
  return note === null ? null : signer.open(note);
}

/** The manifests of the log, the newest first. */
export async function* readRoots(target: SnapshotTarget, size: number): AsyncGenerator<ObjectReference> {
  for (let left = size; left > 0; ) {
    const tile = lastTile(left);
    // The tile may be full if the log has grown since.
    const bytes = await target.read(entriesPath(tile));
    if (bytes === null) return;
    yield* readEntries(bytes, tile.width).toReversed().map(readRootEntry);
    left -= tile.width;
  }
}

/**
 * The log with one more snapshot. Everything that it refers to is on the disk before the checkpoint is, so that whoever reads the
 * checkpoint finds the rest, whenever this ends.
 */
export async function appendRoot(
  target: SnapshotTarget,
  signer: SnapshotSigner,
  head: Checkpoint | null,
  manifest: ObjectReference,
): Promise<Checkpoint> {
  const size = head?.size ?? 0;
  const edge = new Map<string, Uint8Array>();
  for (const tile of edgeTiles(size)) edge.set(tilePath(tile), await needed(target, tilePath(tile)));
  const entry = writeRootEntry(manifest);
  const next = appendLeaf(sha256, size, edge, leafHash(sha256, entry));
  const last = lastTile(next.size);
  const before = last.width === 1 ? [] : readEntries(await needed(target, entriesPath(lastTile(size))), last.width - 1);
  await target.write(entriesPath(last), writeEntries([...before, entry]));
  for (const [path, bytes] of next.tiles) await target.write(path, bytes);
  await writeKeyList(target, signer);
  await target.settle();
  const now = await readHead(target, signer);
  if ((now?.size ?? 0) !== size) throw new Error('another publisher has published meanwhile');
  const note = signer.sign(next);
  await target.write(CHECKPOINT, note);
  await target.settle();
  return signer.open(note);
}

/** The list of keys is there before a checkpoint is signed by a key that it names. */
async function writeKeyList(target: SnapshotTarget, signer: SnapshotSigner): Promise<void> {
  const published = await target.read(KEYS_FILE);
  const list = Buffer.from(signer.keys(published));
  if (published === null || !list.equals(published)) await target.write(KEYS_FILE, list);
}

async function needed(target: SnapshotTarget, path: string): Promise<Uint8Array> {
  const bytes = await target.read(path);
  if (bytes === null) throw new SnapshotProblem('tile_missing', path);
  return bytes;
}
