import { type SnapshotRisk, shardOf, writeRisks } from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { WrittenShard } from './match-partition.ts';

/** The shards of what EPSS and KEV say, in their order. */
export function* riskShards(risks: readonly SnapshotRisk[], bits: number): Generator<WrittenShard> {
  const byPrefix = Map.groupBy(risks, ({ cve }) => shardOf(sha256, cve, bits));
  for (let prefix = 0; prefix < 2 ** bits; prefix += 1) {
    const own = byPrefix.get(prefix) ?? [];
    yield { text: writeRisks({ bits, prefix, risks: own }), rows: own.length };
  }
}
