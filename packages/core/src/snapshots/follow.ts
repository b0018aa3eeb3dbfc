import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { isSameBytes, joinBytes } from './encoding.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, leafHash, type TreeHead } from './merkle.ts';
import {
  type AwaitedCrypto,
  LONGEST_NOTE,
  openNoteAwaited,
  readVerifierKey,
  signersOf,
  type VerifierKey,
} from './note.ts';
import type { ObjectReference } from './objects.ts';
import { SnapshotProblem } from './problem.ts';
import { readRootEntry } from './root-entry.ts';
import { followRotations, KEYS_FILE, LONGEST_KEYS, readKeys } from './rotation.ts';
import {
  checkTile,
  entriesPath,
  LONGEST_ENTRIES,
  LONGEST_TILE,
  lastTile,
  nodesOfTiles,
  readEntries,
  tilePath,
  tilesNeeded,
} from './tiles.ts';

/** Reads a file of a snapshot by its path; null where there is none. Of a file that is longer than `most` it reads no further, and throws. */
export type FileReader = (path: string, most: number) => Promise<Uint8Array | null>;

/** What the newest snapshot is, once the whole way to it is verified. */
export interface Followed {
  /** The trusted key and those that replaced it, oldest first: the last one is to be trusted from now on. */
  readonly keys: readonly string[];
  readonly checkpoint: Checkpoint;
  readonly manifest: ObjectReference;
}

/**
 * The newest snapshot of a log: the checkpoint is signed by the trusted key, continues the head that was verified last, and includes the
 * entry that names the manifest. `verified` is null for a reader that has none yet.
 */
export async function followLog(
  crypto: AwaitedCrypto,
  read: FileReader,
  trusted: { readonly key: string; readonly verified: TreeHead | null },
): Promise<Followed> {
  const note = await read('checkpoint', LONGEST_NOTE);
  if (note === null) throw new SnapshotProblem('object_missing', 'checkpoint');
  const keys = await keysUpTo(crypto, read, note, readVerifierKey(crypto.sha256, trusted.key));
  const key = keys.at(-1) as VerifierKey;
  const checkpoint = readCheckpoint(await openNoteAwaited(crypto, note, key), key.name);
  const { size } = checkpoint;
  if (size === 0) throw new SnapshotProblem('log_empty');
  const { sha256 } = crypto;
  const earlier = trusted.verified ?? { size: 0, root: sha256(new Uint8Array()) };
  if (size < earlier.size) throw new SnapshotProblem('log_rolled_back', `${size} after ${earlier.size} entries`);
  const tiles = new Map<string, Uint8Array>();
  const needed = tilesNeeded(size, (nodes) => [
    consistencyProof(sha256, nodes, earlier.size, size),
    inclusionProof(sha256, nodes, size - 1, size),
  ]);
  const last = lastTile(size);
  for (const tile of [last, ...needed]) {
    if (tiles.has(tilePath(tile))) continue;
    const bytes = await read(tilePath(tile), LONGEST_TILE);
    if (bytes === null) throw new SnapshotProblem('tile_missing', tilePath(tile));
    checkTile(tile, bytes);
    tiles.set(tilePath(tile), bytes);
  }
  const nodes = nodesOfTiles(sha256, tiles, size);
  if (!isConsistent(sha256, consistencyProof(sha256, nodes, earlier.size, size), earlier, checkpoint)) {
    throw new SnapshotProblem('log_forked');
  }
  const bundle = await read(entriesPath(last), LONGEST_ENTRIES);
  if (bundle === null) throw new SnapshotProblem('tile_missing', entriesPath(last));
  const entries = readEntries(bundle, last.width);
  const hashes = joinBytes(...entries.map((entry) => leafHash(sha256, entry)));
  const entry = entries.at(-1) ?? new Uint8Array();
  const leaf = { hash: leafHash(sha256, entry), index: size - 1 };
  const isOfTile = isSameBytes(hashes, tiles.get(tilePath(last)) ?? new Uint8Array());
  if (!isOfTile || !isIncluded(sha256, inclusionProof(sha256, nodes, size - 1, size), leaf, checkpoint)) {
    throw new SnapshotProblem('entry_not_included');
  }
  return { keys: keys.map(({ text }) => text), checkpoint, manifest: readRootEntry(entry) };
}

/** The trusted key and its successors up to the newest that signed this checkpoint. Usually one key signs, and nothing more is read. */
async function keysUpTo(
  crypto: AwaitedCrypto,
  read: FileReader,
  note: Uint8Array,
  trusted: VerifierKey,
): Promise<readonly VerifierKey[]> {
  const own = signersOf(note, [trusted]);
  if (own.keys.length === 1 && own.lines === 1) return [trusted];
  const published = await read(KEYS_FILE, LONGEST_KEYS);
  if (published === null) return [trusted];
  const followed = await followRotations(crypto, readKeys(published), trusted);
  const newest = followed.findLastIndex((key) => signersOf(note, [key]).keys.length > 0);
  return followed.slice(0, Math.max(newest, 0) + 1);
}
