import type { FileReader } from './follow.ts';
import { partitionNamed, type SnapshotManifest } from './manifest.ts';
import type { AwaitedCrypto } from './note.ts';
import { checkObject, OBJECT_LIMITS, type ObjectReference, objectPath } from './objects.ts';
import { type PackTable, readPacks } from './packs.ts';
import { type PartitionIndex, readIndex, shardOf } from './partition-index.ts';
import { SnapshotProblem } from './problem.ts';
import type { Shard } from './shard.ts';

/** What reading needs of the platform. */
export interface SnapshotIo {
  readonly crypto: AwaitedCrypto;
  readonly read: FileReader;
  /** Undoes gzip and reads UTF-8; throws for more than so many bytes. */
  unpack(bytes: Uint8Array, most: number): Promise<string>;
}

/** Where something is filed: a shard of a partition, and the object that it is. */
export interface ShardPlace extends Pick<Shard, 'partition' | 'bits' | 'prefix'> {
  readonly reference: ObjectReference;
}

/** Is told of each partition before its index is read, and of each shard before that is. What it throws ends the reading. */
export type Visit = (partition: string, place: ShardPlace | null) => void;

export type ReadAs<T> = (text: string, place: Pick<Shard, 'partition' | 'bits' | 'prefix'>) => T;

/** The shards of a snapshot, of whatever kind. Each is verified when it is read; those read last are kept. */
export interface Shards {
  has(partition: string): boolean;
  index(partition: string): Promise<PartitionIndex>;
  packs(partition: string): Promise<PackTable | null>;
  place(partition: string, key: string): Promise<ShardPlace>;
  /** The one shard in which something is filed under this key, or would be. */
  at<T>(partition: string, key: string, readAs: ReadAs<T>, visit?: Visit): Promise<T>;
  /** One after the other, none of them kept: those at the wanted places. */
  each<T>(partition: string, readAs: ReadAs<T>, isWanted?: (prefix: number) => boolean): AsyncGenerator<T>;
}

/** Shards that are kept as they were read. A reader with many questions asks them in the order of their places. */
const MAX_KEPT = 128;

export function openShards(io: SnapshotIo, manifest: SnapshotManifest): Shards {
  const { sha256 } = io.crypto;
  const indexes = new Map<string, Promise<PartitionIndex>>();
  const tables = new Map<string, Promise<PackTable | null>>();
  const shards = new Map<string, Promise<unknown>>();
  const index = (name: string) => {
    const partition = partitionNamed(manifest, name);
    return kept(indexes, name, async () => readIndex(sha256, await readObjectText(io, partition.index), partition));
  };
  const packs = (name: string) => {
    const { packs: reference } = partitionNamed(manifest, name);
    return kept(tables, name, async () =>
      reference === null ? null : readPacks(await readObjectText(io, reference), await index(name)),
    );
  };
  const place = async (partition: string, key: string): Promise<ShardPlace> => {
    const { bits, shards: all } = await index(partition);
    const prefix = shardOf(sha256, key, bits);
    return { partition, bits, prefix, reference: all[prefix] as ObjectReference };
  };
  return {
    has: (partition) => manifest.partitions.some(({ name }) => name === partition),
    index,
    packs,
    place,
    async at<T>(partition: string, key: string, readAs: ReadAs<T>, visit: Visit = () => {}) {
      visit(partition, null);
      const found = await place(partition, key);
      visit(partition, found);
      const { reference } = found;
      // An object says which kind of shard it is, and is read as no other.
      const shard = kept(shards as Map<string, Promise<T>>, reference.sha256, async () =>
        readAs(await readObjectText(io, reference), found),
      );
      // In the order of their last use.
      shards.delete(reference.sha256);
      shards.set(reference.sha256, shard);
      for (const oldest of shards.keys()) {
        if (shards.size <= MAX_KEPT) break;
        shards.delete(oldest);
      }
      return shard;
    },
    async *each(partition, readAs, isWanted = () => true) {
      const { bits, shards: all } = await index(partition);
      for (const [prefix, reference] of all.entries()) {
        if (isWanted(prefix)) yield readAs(await readObjectText(io, reference), { partition, bits, prefix });
      }
    },
  };
}

/** An object, verified and unpacked. */
export async function readObjectText(io: SnapshotIo, reference: ObjectReference): Promise<string> {
  const bytes = checkObject(io.crypto.sha256, reference, await io.read(objectPath(reference), reference.bytes));
  try {
    return await io.unpack(bytes, OBJECT_LIMITS.unpacked);
  } catch (cause) {
    throw new SnapshotProblem('object_unreadable', objectPath(reference), { cause });
  }
}

/** Reads once; a reading that failed is not kept. */
function kept<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}
