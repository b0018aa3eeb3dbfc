import { type Shard, writeShard } from '@almanac/core/snapshots';
import { expectPacks } from '../../platform/db.ts';
import { distinctPacks, type PackName, packMark } from '../../projections/pack-name.ts';
import { loadKeptPacks, MAX_PART } from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import type { PackRow } from '../../store/packs.ts';
import { type BuildOptions, type BuiltPack, buildPacks, idsIn } from './build-packs.ts';
import { addSummaries, openPack } from './join-packs.ts';
import { loadLargePack, type OpenedParts, splitPack } from './pack-parts.ts';

/** Everything that is known of a package by ecosystem and name, or of a product by vendor and name. */
export interface LoadedPack {
  readonly name: PackName;
  readonly shard: Shard;
  /** Its summaries are to be read. */
  readonly isBuilt: boolean;
}

/** Loads each pack of packages once: those that are kept and current, the large ones last, then the others, built from their rows. */
export async function* loadPacks(
  db: Db,
  wanted: readonly PackName[],
  options: BuildOptions & { readonly opened?: OpenedParts | undefined } = {},
): AsyncGenerator<LoadedPack> {
  const names = distinctPacks(wanted);
  const isKept = (options.moment ?? null) === null && options.ids === undefined;
  const kept = isKept ? await loadKeptPacks(db, names) : [];
  let [bytes, largest] = [0, 0];
  for (const pack of kept) {
    bytes += pack?.bytes ?? 0;
    largest = Math.max(largest, pack?.bytes ?? 0);
  }
  expectPacks(db, { bytes, largest });
  const others: PackName[] = [];
  const large: PackName[] = [];
  for (const [i, name] of names.entries()) {
    const current = kept[i] ?? null;
    if (current === null) others.push(name);
    else if (current.pack === null && current.bytes > 0) large.push(name);
    else yield { name, shard: openPack(name, current.pack), isBuilt: false };
  }
  for (const name of large) {
    const shard = await loadLargePack(db, name, options.opened);
    if (shard === null) others.push(name);
    else yield { name, shard, isBuilt: false };
  }
  for await (const { name, shard } of buildPacks(db, others, options)) yield { name, shard, isBuilt: true };
}

/** Makes the packs of packages from their rows; of those without records none. */
export async function makePacks(db: Db, names: readonly PackName[], signal: AbortSignal): Promise<readonly PackRow[]> {
  const built = (await Array.fromAsync(buildPacks(db, names))).filter(({ shard }) => shard.packages.length > 0);
  signal.throwIfAborted();
  const shards = await addSummaries(
    db,
    built.map(({ shard }) => shard),
  );
  return shards.map((shard, i) => {
    const { name, ecosystem, vendor } = (built[i] as BuiltPack).name;
    const depends = [packMark({ name, ecosystem, vendor }), ...idsIn([shard])];
    const text = shard.packages.every(({ complete }) => complete) ? writeShard(shard) : null;
    const isLarge = text !== null && text.length > MAX_PART;
    return { name, ecosystem, vendor, depends, pack: isLarge ? null : text, parts: isLarge ? splitPack(shard) : [] };
  });
}
