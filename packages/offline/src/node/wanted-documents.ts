import type { MatchResult } from '@almanac/core/matching';
import { briefResult } from '@almanac/core/scan';
import { type ObjectReference, type OpenSnapshot, recordPartition, type ShardPlace } from '@almanac/core/snapshots';
import type { HeldPart } from './held.ts';
import { partsOf, type Questions, type WantedParts } from './wanted.ts';

export interface WantedDocuments {
  readonly parts: ReadonlyMap<string, HeldPart>;
  readonly segments: readonly ObjectReference[];
}

/** Needs the shards of the packages. If everything is wanted, returns all documents. */
export async function partsOfDocuments(
  snapshot: OpenSnapshot,
  { exact, named }: Questions,
  { everything }: Pick<WantedParts, 'everything'>,
): Promise<WantedDocuments> {
  if (everything) return everyDocument(snapshot);
  const places: (ShardPlace | null)[] = [];
  const segments = new Map<string, ObjectReference>();
  const add = async (result: MatchResult | null) => {
    const { shown } = result === null ? { shown: [] } : briefResult(result);
    for (const { source, sha256 } of shown.flatMap(({ brief }) => brief.records)) {
      if (sha256 === null) continue;
      const found = await snapshot.documentPlaces(source, sha256, (_, place) => places.push(place));
      for (const { segment } of found) segments.set(segment.sha256, segment);
    }
  };
  for (const question of exact) await add(await snapshot.judge(question));
  for (const question of named) await add(await snapshot.judgeNamed(question));
  return { parts: partsOf(places), segments: [...segments.values()] };
}

async function everyDocument(snapshot: OpenSnapshot): Promise<WantedDocuments> {
  const segments = new Map<string, ObjectReference>();
  for (const { name } of snapshot.manifest.partitions) {
    if (!name.startsWith(recordPartition(''))) continue;
    for await (const { documents } of snapshot.recordShards(name)) {
      for (const { segment } of documents) segments.set(segment.sha256, segment);
    }
  }
  return { parts: new Map(), segments: [...segments.values()] };
}
