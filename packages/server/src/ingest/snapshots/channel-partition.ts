import type { CollectionFact } from '@almanac/core/matching';
import { channelPartition, shardOf, writeChannel } from '@almanac/core/snapshots';
import { factOf } from '../../app/judging/collection-facts.ts';
import { nextTurn } from '../../platform/in-slices.ts';
import { carriedPackages } from '../../queries/carried-packages.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import type { ChannelNames } from './collection-names.ts';
import type { WrittenShard } from './match-partition.ts';
import { shardBatches } from './shard-batches.ts';

/** Entries that are read together. */
const AT_ONCE = 2_000;

/** The shards of a channel in their order. */
export async function* channelShards(
  db: Db,
  { channel, names, bits }: { readonly channel: string; readonly names: ChannelNames; readonly bits: number },
  signal: AbortSignal,
): AsyncGenerator<WrittenShard> {
  const partition = channelPartition(channel);
  const familiesAt = Map.groupBy(names.families.keys(), (family) => shardOf(sha256, family, bits));
  const namesAt = Map.groupBy(names.names, ([name]) => shardOf(sha256, name, bits));
  const attributesAt = (prefix: number) =>
    (familiesAt.get(prefix) ?? []).flatMap((family) => names.families.get(family) ?? []);
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => attributesAt(prefix).length)) {
    const wanted = batch.flatMap(attributesAt);
    const rows = wanted.length === 0 ? [] : await carriedPackages(db, channel, wanted);
    const factsOf = new Map(rows.map((row) => [row.attribute, factOf(row, row.sha256)]));
    for (const prefix of batch) {
      const families = new Map(
        (familiesAt.get(prefix) ?? []).map((family) => [family, carried(names.families.get(family) ?? [], factsOf)]),
      );
      const text = writeChannel({ partition, bits, prefix, families, names: new Map(namesAt.get(prefix)) });
      yield { text, rows: attributesAt(prefix).length };
    }
    signal.throwIfAborted();
    await nextTurn();
  }
}

function carried(attributes: readonly string[], factsOf: ReadonlyMap<string, CollectionFact>): CollectionFact[] {
  return attributes.flatMap((attribute) => factsOf.get(attribute) ?? []);
}
