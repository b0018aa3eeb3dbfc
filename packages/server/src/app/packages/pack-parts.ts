import { EMPTY_SHARD, type Shard, shardOf, writeShard } from '@almanac/core/snapshots';
import { nextTurn } from '../../platform/in-slices.ts';
import type { Lru } from '../../platform/lru.ts';
import { type PackName } from '../../projections/pack-name.ts';
import { type KeptParts, loadPackParts, MAX_PART, packPlace } from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import { type PackPart } from '../../store/packs.ts';
import { buildPacks, compareRecords, idsIn } from './build-packs.ts';
import { addSummaries, joinLinks, openPack } from './join-packs.ts';

/** A part's number, 1 followed by its bits, fits a smallint. */
const MAX_BITS = 14;

/** Parts of large packs that a process has opened, by digest: most questions about a giant need the same parts. */
export type OpenedParts = Lru<Shard>;

/**
 * Loads a large pack: its current parts as they are, what is in the others from rows. Returns null if it has to be built from the rows.
 */
export async function loadLargePack(db: Db, name: PackName, opened?: OpenedParts): Promise<Shard | null> {
  const stored = await loadPackParts(db, name, opened?.keys());
  if (stored === null) return null;
  const shards: Shard[] = [];
  for (const { pack, digest } of stored.parts.filter(({ isOutdated }) => !isOutdated)) {
    const known = digest === null ? undefined : opened?.get(digest);
    if (pack === null && known === undefined) return loadLargePack(db, name);
    const shard = known ?? openPart(name, pack);
    shards.push(shard);
    if (known !== undefined) continue;
    if (digest !== null) opened?.set(digest, shard, pack?.length ?? 0);
    await nextTurn();
  }
  const outdated = stored.parts.filter(({ isOutdated }) => isOutdated);
  const ids = recordsToRead(name, stored, outdated);
  const rebuilt = ids.length === 0 ? null : await rebuild(db, name, ids);
  if (rebuilt === null && ids.length > 0) return null;
  return joinParts(name, rebuilt === null ? shards : [...shards, rebuilt]);
}

/** Reads all that the part has, so that others have their turn between two parts. */
function openPart(name: PackName, pack: string | null): Shard {
  const shard = openPack(name, pack);
  return { ...shard, packages: shard.packages.map((one) => ({ ...one, rows: one.rows })), linked: shard.linked };
}

/** Joins parts. All statements of a record are in one of them, in order. */
function joinParts(name: PackName, shards: readonly Shard[]): Shard {
  const rows = shards.flatMap(({ packages }) => packages.flatMap((one) => one.rows));
  return {
    ...EMPTY_SHARD,
    ...packPlace(name.ecosystem),
    packages: rows.length === 0 ? [] : [{ name: name.name, rows: rows.sort(compareRecords), complete: true }],
    linked: shards.flatMap(({ linked }) => linked).sort(compareRecords),
    ...joinLinks(shards),
    rejected: new Set(shards.flatMap(({ rejected }) => Array.from(rejected))),
    summaries: new Map(shards.flatMap(({ summaries }) => Array.from(summaries))),
    passedOn: new Map(shards.flatMap(({ passedOn }) => Array.from(passedOn))),
  };
}

function recordsToRead(name: PackName, { changed }: KeptParts, outdated: KeptParts['parts']): readonly string[] {
  const rows = outdated.flatMap(({ pack }) => openPack(name, pack).packages.flatMap((one) => one.rows));
  return [...new Set([...changed, ...rows.map(({ assertion }) => assertion.record.id)])];
}

/** Builds a pack of some records alone. Null: some of their statements were left out. */
async function rebuild(db: Db, name: PackName, ids: readonly string[]): Promise<Shard | null> {
  const [built] = await Array.fromAsync(buildPacks(db, [name], { ids }));
  if (built === undefined || built.shard.packages.some(({ complete }) => !complete)) return null;
  const [shard] = await addSummaries(db, [built.shard]);
  return shard ?? null;
}

/** New parts of a pack, and the numbers of those they replace. */
export interface RemadeParts {
  readonly before: readonly number[];
  readonly parts: readonly PackPart[];
}

/** Makes the outdated parts of a large pack again. Null: the whole pack is to be made again. */
export async function remakeParts(db: Db, name: PackName, signal: AbortSignal): Promise<RemadeParts | null> {
  const stored = await loadPackParts(db, name);
  if (stored === null) return null;
  const outdated = stored.parts.filter(({ isOutdated }) => isOutdated);
  for (;;) {
    signal.throwIfAborted();
    const shard = await rebuild(db, name, recordsToRead(name, stored, outdated));
    if (shard === null) return null;
    // A vulnerability that is new, or whose group has another name by now, may belong to a part that has not changed otherwise.
    const hashGroup = createGroupHash(shard);
    const hashes = shard.packages.flatMap(({ rows }) => rows.map(({ assertion }) => hashGroup(assertion.record.id)));
    const others = stored.parts.filter(
      (one) => !outdated.includes(one) && hashes.some((hash) => isInPart(one.part, hash)),
    );
    if (others.length === 0) {
      const parts = outdated.flatMap(({ part }) => splitPack(takePart(shard, hashGroup, part), part));
      return { before: outdated.map(({ part }) => part), parts };
    }
    outdated.push(...others);
  }
}

/** Splits a pack by the hashes of its vulnerabilities until each part is small enough. */
export function splitPack(pack: Shard, part = 1): PackPart[] {
  const text = writeShard(pack);
  if (text.length <= MAX_PART || part >= 1 << MAX_BITS) return [{ part, pack: text, depends: idsIn([pack]) }];
  const hashGroup = createGroupHash(pack);
  return [2 * part, 2 * part + 1].flatMap((half) => splitPack(takePart(pack, hashGroup, half), half));
}

/** Returns a function that hashes the group of an id: all ids of one vulnerability have the same hash. */
function createGroupHash({ groups }: Shard): (id: string) => number {
  const groupIds = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group.id] as const)));
  const hashes = new Map<string, number>();
  return (id) => {
    const group = groupIds.get(id) ?? id;
    const hash = hashes.get(group) ?? shardOf(sha256, group, MAX_BITS);
    hashes.set(group, hash);
    return hash;
  };
}

function isInPart(part: number, hash: number): boolean {
  const bits = 31 - Math.clz32(part);
  return (hash | (1 << MAX_BITS)) >> (MAX_BITS - bits) === part;
}

/** Takes the vulnerabilities of one part, with everything that is known of the ids they name. */
function takePart(pack: Shard, hashGroup: (id: string) => number, part: number): Shard {
  const isIn = (id: string) => isInPart(part, hashGroup(id));
  const own: Shard = {
    ...pack,
    packages: pack.packages.map((one) => ({
      ...one,
      rows: one.rows.filter(({ assertion }) => isIn(assertion.record.id)),
    })),
    linked: pack.linked.filter(({ assertion }) => isIn(assertion.record.id)),
    covers: new Map([...pack.covers].filter(([id]) => isIn(id))),
    groups: [],
  };
  const named = new Set(idsIn([own]));
  const groups = pack.groups.filter(({ ids }) => ids.some((id) => named.has(id)));
  const ids = new Set(idsIn([{ ...own, groups }]));
  return {
    ...own,
    groups,
    rejected: new Set([...pack.rejected].filter((id) => ids.has(id))),
    summaries: new Map([...pack.summaries].filter(([id]) => ids.has(id))),
    passedOn: new Map([...pack.passedOn].filter(([id]) => ids.has(id))),
  };
}
