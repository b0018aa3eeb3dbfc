import {
  checkObject,
  type ObjectReference,
  objectPath,
  type PackPlace,
  type PackTable,
  referenceOf,
} from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { AddedTally } from './objects.ts';
import type { SnapshotTarget } from './target.ts';

/** Bytes of a full pack: an object may have twice as many. */
const FULL = 4 << 20;
/** Packs below this are merged when they become many. */
const SMALL = 1 << 20;
/** Packs beyond the fewest that are possible. */
const SPARE = 4;
/** A partition of fewer shards is read as fast without packs. */
const MIN_SHARDS = 8;

/**
 * Puts shards into packs. Those that were in a pack before stay there, so that a change of one shard writes little; a pack of which less than half
 * is still in use, and small ones when they become many, are written again. Null: the partition needs none.
 */
export async function packShards(
  target: SnapshotTarget,
  { partition, shards }: { readonly partition: string; readonly shards: readonly ObjectReference[] },
  before: ReadonlyMap<string, PackPlace>,
  added: AddedTally,
): Promise<PackTable | null> {
  if (shards.length < MIN_SHARDS) return null;
  const distinct = new Map(shards.map((shard) => [shard.sha256, shard]));
  const places = keptPlaces([...distinct.values()], before);
  const loose = [...distinct.values()].filter(({ sha256: hash }) => !places.has(hash));
  for (const group of groupShards(loose)) {
    const pack = await writePack(target, group, added);
    let offset = 0;
    for (const shard of group) {
      places.set(shard.sha256, { pack, offset });
      offset += shard.bytes;
    }
  }
  const packs = new Map([...places.values()].map(({ pack }) => [pack.sha256, pack]));
  return {
    partition,
    packs: [...packs.values()],
    places: shards.map(({ sha256: hash }) => places.get(hash) as PackPlace),
  };
}

/** The places of shards in packs that are worth keeping. */
function keptPlaces(
  shards: readonly ObjectReference[],
  before: ReadonlyMap<string, PackPlace>,
): Map<string, PackPlace> {
  const used = new Map<string, { readonly pack: ObjectReference; bytes: number }>();
  for (const { sha256: hash, bytes } of shards) {
    const place = before.get(hash);
    if (place === undefined) continue;
    const own = used.get(place.pack.sha256) ?? { pack: place.pack, bytes: 0 };
    own.bytes += bytes;
    used.set(place.pack.sha256, own);
  }
  const all = shards.reduce((sum, { bytes }) => sum + bytes, 0);
  const kept = [...used.values()].filter(({ pack, bytes }) => bytes * 2 >= pack.bytes);
  const rest = all - kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const isMany = kept.length + Math.ceil(rest / FULL) > Math.ceil(all / FULL) + SPARE;
  const ids = new Set(kept.filter(({ pack }) => !isMany || pack.bytes >= SMALL).map(({ pack }) => pack.sha256));
  return new Map(
    shards.flatMap(({ sha256: hash }) => {
      const place = before.get(hash);
      return place !== undefined && ids.has(place.pack.sha256) ? [[hash, place]] : [];
    }),
  );
}

function groupShards(shards: readonly ObjectReference[]): ObjectReference[][] {
  const groups: ObjectReference[][] = [];
  let room = 0;
  for (const shard of shards) {
    if (room < shard.bytes || groups.length === 0) {
      groups.push([]);
      room = FULL;
    }
    groups.at(-1)?.push(shard);
    room -= shard.bytes;
  }
  return groups;
}

async function writePack(
  target: SnapshotTarget,
  shards: readonly ObjectReference[],
  added: AddedTally,
): Promise<ObjectReference> {
  const parts: Uint8Array[] = [];
  for (const shard of shards) parts.push(checkObject(sha256, shard, await target.read(objectPath(shard))));
  const bytes = Buffer.concat(parts);
  const reference = referenceOf(sha256, bytes);
  const path = objectPath(reference);
  if (await target.has(path, bytes.length)) return reference;
  await target.write(path, bytes);
  added.objects += 1;
  added.bytes += bytes.length;
  return reference;
}
