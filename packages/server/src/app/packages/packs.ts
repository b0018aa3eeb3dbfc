import { compareText } from '@almanac/core/ids';
import type { FoundAssertion, MatchSummary } from '@almanac/core/matching';
import { EMPTY_SHARD, readShard, type Shard, writeShard } from '@almanac/core/snapshots';
import { loadKeptPacks, type PackName, packMark, packPlace } from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import type { PackRow } from '../../store/packs.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { type BuildOptions, type BuiltPack, buildPacks } from './build-packs.ts';

/** Larger packs are not kept. */
const MAX_PACK = 256 << 10;

/** Everything that is known of a package by ecosystem and name. */
export interface LoadedPack {
  readonly name: PackName;
  readonly shard: Shard;
  /** Its summaries are to be read. */
  readonly isBuilt: boolean;
}

/** Loads the packs of packages: those that are kept and current, then the others, built from their rows. */
export async function* loadPacks(
  db: Db,
  names: readonly PackName[],
  options: BuildOptions = {},
): AsyncGenerator<LoadedPack> {
  const isKept = (options.moment ?? null) === null;
  const kept = isKept ? await loadKeptPacks(db, names) : [];
  const others: PackName[] = [];
  for (const [i, name] of names.entries()) {
    const current = kept[i] ?? null;
    if (current === null) {
      others.push(name);
      continue;
    }
    const shard = current.pack === null ? EMPTY_SHARD : readShard(current.pack, packPlace(name.ecosystem));
    yield { name, shard, isBuilt: false };
  }
  for await (const { name, shard } of buildPacks(db, others, options)) yield { name, shard, isBuilt: true };
}

/** Makes the packs of packages from their rows; of those without records none. */
export async function makePacks(db: Db, names: readonly PackName[], signal: AbortSignal): Promise<readonly PackRow[]> {
  const packs: PackRow[] = [];
  const built = (await Array.fromAsync(buildPacks(db, names))).filter(({ shard }) => shard.packages.length > 0);
  signal.throwIfAborted();
  const summaries = await vulnerabilitySummaries(db, [...new Set(built.flatMap(({ ids }) => ids))]);
  for (const { name, ids, shard } of built) {
    const pack = writeShard(joinPacks(packPlace(name.ecosystem), [{ ids, shard }], summaries));
    const isKept = shard.packages.every(({ complete }) => complete) && pack.length <= MAX_PACK;
    packs.push({ ...name, pack: isKept ? pack : null, depends: [packMark(name), ...ids] });
  }
  return packs;
}

/** Joins packs to a shard. The same facts are the same shard, in whatever order storage gives them. */
export function joinPacks(
  place: Pick<Shard, 'partition' | 'bits' | 'prefix'>,
  packs: readonly Pick<BuiltPack, 'ids' | 'shard'>[],
  summaries: ReadonlyMap<string, MatchSummary>,
): Shard {
  const shards = packs.map(({ shard }) => shard);
  const ids = [...new Set(packs.flatMap((pack) => pack.ids))].sort();
  return {
    ...place,
    packages: shards.flatMap(({ packages }) => packages.map((one) => ({ ...one, rows: sortByRecord(one.rows) }))),
    linked: sortByRecord(shards.flatMap(({ linked }) => linked)),
    groups: [
      ...new Map(shards.flatMap(({ groups }) => groups.map((group) => [group.id, group] as const))).values(),
    ].sort((a, b) => compareText(a.id, b.id)),
    covers: new Map(shards.flatMap(({ covers }) => [...covers]).sort(([a], [b]) => compareText(a, b))),
    rejected: new Set(ids.filter((id) => shards.some(({ rejected }) => rejected.has(id)))),
    summaries: new Map(
      ids.flatMap((id) => {
        const known = summaries.get(id);
        return known === undefined
          ? []
          : [[id, { severity: known.severity, score: known.score, title: known.title }] as const];
      }),
    ),
  };
}

function sortByRecord(found: readonly FoundAssertion[]): readonly FoundAssertion[] {
  return found
    .map((one) => ({ one, key: toSortKey(one) }))
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ one }) => one);
}

function toSortKey({ assertion }: FoundAssertion): string {
  const { record, subject, claims } = assertion;
  return JSON.stringify([record.source, record.id, record.by, subject.ecosystem, subject.name, claims, assertion]);
}
