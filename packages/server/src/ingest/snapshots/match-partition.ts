import type { FoundAssertion, MatchSummary } from '@almanac/core/matching';
import { type Shard, shardOf, writeShard } from '@almanac/core/snapshots';
import { vulnerabilitySummaries } from '../../app/cve/vulnerability-summaries.ts';
import { idsIn } from '../../app/packages/build-packs.ts';
import { joinPacks, summariesIn } from '../../app/packages/join-packs.ts';
import { type LoadedPack, loadPacks } from '../../app/packages/packs.ts';
import { nextTurn } from '../../platform/in-slices.ts';
import { mayPassOnRecord } from '../../sources/licences.ts';
import type { Db } from '../../store/database.ts';
import { sha256 } from '../../store/packing.ts';
import type { KeptShard, KnownShards } from './known-since.ts';
import { shardBatches } from './shard-batches.ts';

/** Packages that are read together. */
const AT_ONCE = 300;

export interface WrittenShard {
  readonly text: string;
  readonly rows: number;
}

export interface PartitionContents {
  readonly ecosystem: string;
  readonly names: readonly string[];
  readonly bits: number;
  readonly known: KnownShards;
  /** Names of which something may be known that was not when shards were noted. */
  readonly touched: readonly string[];
}

/** The shards of an ecosystem in their order. What is held at once is what some hundred packages have. */
export async function* matchShards(
  db: Db,
  { ecosystem, names, bits, known, touched }: PartitionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard | KeptShard> {
  const namesOf = Map.groupBy(names, (name) => shardOf(sha256, name, bits));
  const touchedAt = new Set(touched.map((name) => shardOf(sha256, name, bits)));
  const keptAt = (prefix: number) => (touchedAt.has(prefix) ? null : known.kept(prefix));
  const askedAt = (prefix: number) => (keptAt(prefix) === null ? (namesOf.get(prefix) ?? []) : []);
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => askedAt(prefix).length)) {
    const packs = await publishedPacks(db, ecosystem, batch.flatMap(askedAt), signal);
    for (const prefix of batch) {
      const kept = keptAt(prefix);
      if (kept !== null) {
        yield kept;
        continue;
      }
      const own = askedAt(prefix).flatMap((name) => packs.get(name) ?? []);
      const shards = own.map(({ shard }) => shard);
      const built = idsIn(own.flatMap(({ shard, isBuilt }) => (isBuilt ? [shard] : [])));
      const summaries = new Map<string, MatchSummary>([
        ...shards.flatMap((shard) => [...summariesIn(shard, 'passed_on')]),
        ...(await vulnerabilitySummaries(db, built, null, 'passed_on')),
      ]);
      const shard = joinPacks({ partition: `ecosystem/${ecosystem}`, bits, prefix }, shards, summaries);
      const rows = shard.packages.reduce((sum, each) => sum + each.rows.length, 0);
      known.note(prefix, rows, idsIn(shards));
      yield { text: writeShard(shard), rows };
    }
    signal.throwIfAborted();
    await nextTurn();
  }
}

/** Leaves out records that may not be passed on. What is left is not everything that is known: a package is unknown rather than clean. */
function omitWithheld(shard: Shard): Shard {
  const { packages, linked, groups, covers, rejected } = shard;
  const statements = packages.flatMap(({ rows }) => rows);
  if (statements.every(isPassedOn) && linked.every(isPassedOn)) return shard;
  const named = new Set(
    statements
      .filter(isPassedOn)
      .flatMap(({ assertion: { record } }) => (covers.get(record.id) ?? []).concat(record.id)),
  );
  const joined = groups.filter((group) => group.ids.some((id) => named.has(id)));
  const ids = [...named.union(new Set(joined.flatMap((group) => group.ids)))].sort();
  return {
    ...shard,
    packages: packages.map(({ name, rows }) => ({ name, rows: rows.filter(isPassedOn), complete: false })),
    linked: linked.filter(isPassedOn),
    groups: joined,
    covers: new Map([...covers].filter(([id]) => named.has(id))),
    rejected: new Set(ids.filter((id) => rejected.has(id))),
  };
}

function isPassedOn({ assertion: { record } }: FoundAssertion): boolean {
  return mayPassOnRecord(record.source, record.id);
}

async function publishedPacks(
  db: Db,
  ecosystem: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LoadedPack>> {
  const found = new Map<string, LoadedPack>();
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE).map((name) => ({ name, ecosystem, vendor: null }));
    for await (const pack of loadPacks(db, some))
      found.set(pack.name.name, { ...pack, shard: omitWithheld(pack.shard) });
    signal.throwIfAborted();
  }
  return found;
}
