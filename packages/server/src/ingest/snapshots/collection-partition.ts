import { COLLECTION, shardOf, writeCollection } from '@almanac/core/snapshots';
import { eachLoaded, factsLoader } from '../../app/judging/load-facts.ts';
import { openDocuments } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import { openAttributePool } from './collection-pool.ts';
import type { WrittenShard } from './match-partition.ts';
import { shardBatches } from './shard-batches.ts';

/** Attributes that are read together. */
const AT_ONCE = 100;

export interface CollectionContents {
  /** Attributes by family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly bits: number;
}

/** The shards of what records and the tracker say of the collection's packages, in their order, by the facts that `POST /purls` loads. */
export async function* collectionShards(
  db: Db,
  { families, bits }: CollectionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard> {
  const familiesAt = Map.groupBy(families.keys(), (family) => shardOf(sha256, family, bits));
  const attributesAt = (prefix: number) =>
    (familiesAt.get(prefix) ?? []).flatMap((family) => families.get(family) ?? []).sort();
  const load = factsLoader(db, openDocuments(), { at: null, signal });
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => attributesAt(prefix).length)) {
    const attributes = batch.flatMap(attributesAt);
    const loaded = eachLoaded(
      load,
      attributes.map((attribute) => ({ package: attribute, version: null })),
    );
    for (const prefix of batch) {
      const pool = openAttributePool();
      for (const attribute of attributesAt(prefix)) {
        const next = await loaded.next();
        if (next.done !== true) pool.add(attribute, next.value);
      }
      const shard = pool.shard({ partition: COLLECTION, bits, prefix });
      yield { text: writeCollection(shard), rows: shard.statements.length };
    }
    signal.throwIfAborted();
  }
}
