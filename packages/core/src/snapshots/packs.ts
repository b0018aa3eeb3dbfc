import { isCount, type ObjectReference, readJson, readReference, writeReference } from './objects.ts';
import type { PartitionIndex } from './partition-index.ts';
import { SnapshotProblem } from './problem.ts';

const FORMAT = 'almanac-packs/1';
const MAX_PACKS = 10_000;

/** Where a shard is in a pack. */
export interface PackPlace {
  readonly pack: ObjectReference;
  readonly offset: number;
}

/** Files with many shards of a partition one behind the other, from which a reader takes ranges instead of a file for each shard. */
export interface PackTable {
  readonly partition: string;
  readonly packs: readonly ObjectReference[];
  /** In the order of the shards of the index. */
  readonly places: readonly PackPlace[];
}

export function writePacks({ partition, packs, places }: PackTable): string {
  const numbers = new Map(packs.map(({ sha256 }, i) => [sha256, i]));
  return JSON.stringify({
    format: FORMAT,
    partition,
    packs: packs.map(writeReference),
    places: places.flatMap(({ pack, offset }) => [numbers.get(pack.sha256) ?? -1, offset]),
  });
}

/** Reads the packs of the partition that has this index. Nothing of them needs to be trusted: each shard has its hash. */
export function readPacks(text: string, { partition, shards }: PartitionIndex): PackTable {
  const value = readJson(text, FORMAT, 'packs_malformed');
  const { packs, places } = value;
  const isList = Array.isArray(packs) && packs.length <= MAX_PACKS && Array.isArray(places);
  if (value['partition'] !== partition || !isList || places.length !== 2 * shards.length) {
    throw new SnapshotProblem('packs_malformed', partition);
  }
  const read = packs.map((one) => readReference(one, 'packs_malformed'));
  return {
    partition,
    packs: read,
    places: shards.map((shard, i) => {
      const [pack, offset] = [read[places[2 * i] as number], places[2 * i + 1] as unknown];
      if (pack === undefined || !isCount(offset) || offset + shard.bytes > pack.bytes) {
        throw new SnapshotProblem('packs_malformed', partition);
      }
      return { pack, offset };
    }),
  };
}

/** A part of a pack, with the shards that are in it. */
export interface PackRange {
  readonly pack: ObjectReference;
  readonly start: number;
  /** Behind the last byte. */
  readonly end: number;
  readonly shards: readonly { readonly reference: ObjectReference; readonly offset: number }[];
}

/** Bytes that cost as much as another request does. */
const USUAL_GAP = 65_536;
const MAX_RANGES = 3;

/** The ranges of packs that have these shards: neighbours are read with what is between them, and of each pack no more than three ranges. */
export function planRanges({ shards }: PartitionIndex, { places }: PackTable, prefixes: Iterable<number>): PackRange[] {
  const byPack = new Map<string, { pack: ObjectReference; found: PackRange['shards'][number][] }>();
  const seen = new Set<string>();
  for (const prefix of prefixes) {
    const [reference, place] = [shards[prefix], places[prefix]];
    if (reference === undefined || place === undefined || seen.has(reference.sha256)) continue;
    seen.add(reference.sha256);
    const own = byPack.get(place.pack.sha256) ?? { pack: place.pack, found: [] };
    own.found.push({ reference, offset: place.offset });
    byPack.set(place.pack.sha256, own);
  }
  return [...byPack.values()].flatMap(({ pack, found }) => rangesOf(pack, found));
}

function rangesOf(pack: ObjectReference, found: readonly PackRange['shards'][number][]): PackRange[] {
  const sorted = found.toSorted((a, b) => a.offset - b.offset);
  const gaps = sorted.slice(1).map(({ offset }, i) => ({ before: i + 1, bytes: offset - endOf(sorted[i]) }));
  const cuts = gaps
    .filter(({ bytes }) => bytes > USUAL_GAP)
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, MAX_RANGES - 1)
    .map(({ before }) => before)
    .toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, i) => {
    const own = sorted.slice(from, cuts[i] ?? sorted.length);
    return { pack, start: own[0]?.offset ?? 0, end: endOf(own.at(-1)), shards: own };
  });
}

function endOf(shard: PackRange['shards'][number] | undefined): number {
  return shard === undefined ? 0 : shard.offset + shard.reference.bytes;
}
