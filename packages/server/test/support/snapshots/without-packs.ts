import type { SnapshotManifest } from '@almanac/core/snapshots';

/** The partitions of a snapshot, without the packs: which shards are side by side in one depends on what was published before. */
export function withoutPacks({ partitions }: Pick<SnapshotManifest, 'partitions'>) {
  return partitions.map(({ packs: _packs, ...one }) => one);
}
