import { COLLECTION, ecosystemOfPartition } from '@almanac/core/snapshots';
import { type HeldSnapshot, isHeld } from '@almanac/offline/store';

export interface NamedRecord {
  readonly source: string;
  readonly id: string;
  readonly sha256: string;
}

/** More than the documents of one id at all its sources. */
const MOST = 100;

/** Finds records in held shards by an id or its aliases. */
export async function recordsNamed(
  { snapshot, state }: HeldSnapshot,
  wanted: string,
  signal: AbortSignal,
): Promise<readonly NamedRecord[]> {
  const found = new Map<string, NamedRecord>();
  const id = wanted.trim();
  for (const { name } of snapshot.manifest.partitions) {
    const ecosystem = ecosystemOfPartition(name);
    const index = state.held.has(name) ? await snapshot.index(name) : null;
    if (index === null || (ecosystem === null && name !== COLLECTION)) continue;
    const isThere = (prefix: number) => isHeld(state.held, { partition: name, bits: index.bits, prefix });
    const shards = ecosystem === null ? snapshot.collectionShards(isThere) : snapshot.shards(ecosystem, isThere);
    for await (const shard of shards) {
      signal.throwIfAborted();
      const group = shard.groups.find(({ ids }) => ids.includes(id))?.ids ?? [id];
      for (const { assertion, sha256 } of 'statements' in shard
        ? shard.statements.map((one) => one.found)
        : [...shard.packages.flatMap(({ rows }) => rows), ...shard.linked]) {
        const { source, id: record } = assertion.record;
        if (sha256 === null || !group.includes(record) || found.size >= MOST) continue;
        found.set(`${source} ${record} ${sha256}`, { source, id: record, sha256 });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => (`${a.id} ${a.source}` < `${b.id} ${b.source}` ? -1 : 1));
}
