import { type ObjectReference, type SnapshotPartition, shardTree, writeIndex } from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { WrittenShard } from './match-partition.ts';
import { writeObject } from './objects.ts';
import type { SnapshotTarget } from './target.ts';

export interface WrittenPartition {
  readonly partition: SnapshotPartition;
  /** Objects that the target did not have, and their bytes. */
  readonly added: { readonly objects: number; readonly bytes: number };
}

/** Writes the shards of a partition as they come, and its index. */
export async function writePartition(
  target: SnapshotTarget,
  about: Pick<SnapshotPartition, 'name' | 'licences' | 'keys'> & { readonly bits: number },
  written: AsyncIterable<WrittenShard> | Iterable<WrittenShard>,
): Promise<WrittenPartition> {
  const { bits, ...named } = about;
  const shards: ObjectReference[] = [];
  const added = { objects: 0, bytes: 0 };
  const keep = async (text: string) => {
    const { reference, isNew } = await writeObject(target, text);
    if (isNew) {
      added.objects += 1;
      added.bytes += reference.bytes;
    }
    return reference;
  };
  let rows = 0;
  for await (const shard of written) {
    shards.push(await keep(shard.text));
    rows += shard.rows;
  }
  const index = await keep(writeIndex({ partition: named.name, bits, shards }));
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
  return { partition: { ...named, rows, bytes, index, tree: shardTree(sha256, { shards }) }, added };
}
