import { joinBytes } from './encoding.ts';
import { type NodeReader, nodeHash, type Sha256, treeRoot } from './merkle.ts';
import { SnapshotProblem } from './problem.ts';

/*
 * The log as files, in the layout of C2SP tlog-tiles: a tile has up to 256 hashes of one level, levels being eight apart. A full tile never
 * changes; of one that is not full there is a file for each width.
 */

export interface TileAddress {
  readonly level: number;
  readonly index: number;
  /** Hashes in it: 256 where it is full. */
  readonly width: number;
}

const TILE = 256;
const HASH = 32;

/** Bytes of a tile, and of the entries of one. */
export const LONGEST_TILE = TILE * HASH;
export const LONGEST_ENTRIES = TILE * 1_024;

/** `tile/0/x001/067` or, where it is not full, `tile/0/x001/067.p/8`. */
export function tilePath({ level, index, width }: TileAddress): string {
  return `tile/${level}/${placeText(index)}${width === TILE ? '' : `.p/${width}`}`;
}

/** The file of the entries that a tile of the lowest level has the hashes of. */
export function entriesPath({ index, width }: Omit<TileAddress, 'level'>): string {
  return `tile/entries/${placeText(index)}${width === TILE ? '' : `.p/${width}`}`;
}

function placeText(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i === groups.length - 1 ? group : `x${group}`)).join('/');
}

/** Throws unless a tile has as many hashes as it should. */
export function checkTile(tile: TileAddress, bytes: Uint8Array): void {
  if (bytes.length !== tile.width * HASH) throw new SnapshotProblem('tile_malformed', tilePath(tile));
}

/** The tile that a node of a log of this size is computed from. */
export function tileOfNode(level: number, index: number, size: number): TileAddress {
  const tileLevel = Math.floor(level / 8);
  const place = Math.floor((index * 2 ** (level - 8 * tileLevel)) / TILE);
  return { level: tileLevel, index: place, width: widthOf(tileLevel, place, size) };
}

/** The last tile of the lowest level: it has the newest entry. */
export function lastTile(size: number): TileAddress {
  const index = Math.floor((size - 1) / TILE);
  return { level: 0, index, width: widthOf(0, index, size) };
}

/** The last tile of each level that is not full: all that a log is continued from, and that its root is computed from. */
export function edgeTiles(size: number): TileAddress[] {
  const edge: TileAddress[] = [];
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE)) {
    if (hashes % TILE > 0) edge.push({ level, index: Math.floor(hashes / TILE), width: hashes % TILE });
  }
  return edge;
}

function widthOf(level: number, index: number, size: number): number {
  return Math.min(TILE, Math.floor(size / TILE ** level) - index * TILE);
}

/** The tiles that a computation asks for: it is done once with hashes that mean nothing. */
export function tilesNeeded(size: number, compute: (nodes: NodeReader) => unknown): TileAddress[] {
  const needed = new Map<string, TileAddress>();
  compute((level, index) => {
    const tile = tileOfNode(level, index, size);
    needed.set(tilePath(tile), tile);
    return new Uint8Array(HASH);
  });
  return [...needed.values()];
}

/** The nodes of a log, from tiles by their paths. */
export function nodesOfTiles(sha256: Sha256, tiles: ReadonlyMap<string, Uint8Array>, size: number): NodeReader {
  return (level, index) => {
    const tile = tileOfNode(level, index, size);
    const bytes = tiles.get(tilePath(tile));
    if (bytes === undefined) throw new SnapshotProblem('tile_missing', tilePath(tile));
    checkTile(tile, bytes);
    const height = level - 8 * tile.level;
    const first = index * 2 ** height - tile.index * TILE;
    return folded(sha256, bytes.subarray(first * HASH, (first + 2 ** height) * HASH));
  };
}

export interface Appended {
  readonly size: number;
  readonly root: Uint8Array;
  /** Files to write, the tiles by their paths. */
  readonly tiles: ReadonlyMap<string, Uint8Array>;
}

/** The log with one more leaf, from the edge of the log before (`edgeTiles`). */
export function appendLeaf(
  sha256: Sha256,
  size: number,
  edge: ReadonlyMap<string, Uint8Array>,
  leaf: Uint8Array,
): Appended {
  const known = new Map(edgeTiles(size).map((tile) => [tile.level, tile]));
  const tiles = new Map<string, Uint8Array>();
  for (let level = 0, hash: Uint8Array | null = leaf; hash !== null; level += 1) {
    const before = known.get(level);
    const kept = before === undefined ? new Uint8Array() : edge.get(tilePath(before));
    if (kept === undefined) throw new SnapshotProblem('tile_missing', before && tilePath(before));
    const bytes = joinBytes(kept, hash);
    const width = bytes.length / HASH;
    const index = Math.floor(size / TILE ** (level + 1));
    tiles.set(tilePath({ level, index, width }), bytes);
    hash = width < TILE ? null : folded(sha256, bytes);
  }
  const all = new Map([...edge, ...tiles]);
  const next = size + 1;
  return { size: next, tiles, root: treeRoot(sha256, nodesOfTiles(sha256, all, next), next) };
}

/** The root of a power of two of hashes. */
function folded(sha256: Sha256, bytes: Uint8Array): Uint8Array {
  let hashes: Uint8Array[] = Array.from({ length: bytes.length / HASH }, (_, i) =>
    bytes.slice(i * HASH, (i + 1) * HASH),
  );
  while (hashes.length > 1) {
    hashes = hashes.flatMap((hash, i) => (i % 2 === 0 ? [nodeHash(sha256, hash, hashes[i + 1] ?? hash)] : []));
  }
  return hashes[0] ?? new Uint8Array();
}

/** Entries of a log as a file: each with its length before it, as 16 bits, the higher byte first. */
export function writeEntries(entries: readonly Uint8Array[]): Uint8Array {
  return joinBytes(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}

/** Exactly so many entries. */
export function readEntries(bytes: Uint8Array, count: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let from = 0;
  while (entries.length < count && from + 2 <= bytes.length) {
    const length = (bytes[from] ?? 0) * 256 + (bytes[from + 1] ?? 0);
    const entry = bytes.slice(from + 2, from + 2 + length);
    if (entry.length < length) break;
    entries.push(entry);
    from += 2 + length;
  }
  if (entries.length !== count || from !== bytes.length) throw new SnapshotProblem('entry_malformed');
  return entries;
}
