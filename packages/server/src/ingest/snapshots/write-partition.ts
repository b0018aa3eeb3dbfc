import {
  type ObjectReference,
  type PackPlace,
  type SnapshotPartition,
  shardTree,
  writeIndex,
  writePacks,
} from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { KeptShard } from './known-since.ts';
import type { WrittenShard } from './match-partition.ts';
import { type AddedTally, writeObject } from './objects.ts';
import { packShards } from './pack-shards.ts';
import type { SnapshotTarget } from './target.ts';

/** Writes the shards of a partition as they come, those that the target has excepted, its index, and packs beside those of before. */
export async function writePartition(
  target: SnapshotTarget,
  about: Pick<SnapshotPartition, 'name' | 'licences' | 'keys'> & { readonly bits: number },
  written: AsyncIterable<WrittenShard | KeptShard> | Iterable<WrittenShard>,
  added: AddedTally,
  packed: ReadonlyMap<string, PackPlace>,
): Promise<SnapshotPartition> {
  const { bits, ...named } = about;
  const shards: ObjectReference[] = [];
  let rows = 0;
  for await (const shard of written) {
    shards.push('reference' in shard ? shard.reference : await writeObject(target, shard.text, added));
    rows += shard.rows;
  }
  const index = await writeObject(target, writeIndex({ partition: named.name, bits, shards }), added);
  const table = await packShards(target, { partition: named.name, shards }, packed, added);
  const packs = table === null ? null : await writeObject(target, writePacks(table), added);
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
  return { ...named, rows, bytes, index, packs, tree: shardTree(sha256, { shards }) };
}
