import type { SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { shardOf, writeShard } from '@almanac/core/snapshots';
import { vulnerabilitySummaries } from '../../app/cve/vulnerability-summaries.ts';
import { type BuiltPack, buildPacks } from '../../app/packages/build-packs.ts';
import { joinPacks } from '../../app/packages/packs.ts';
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
  /** Sources of the records. */
  readonly sources: readonly SourceId[];
  readonly known: KnownShards;
  /** Names of which something may be known that was not when shards were noted. */
  readonly touched: readonly string[];
}

/** The shards of an ecosystem in their order. What is held at once is what some hundred packages have. */
export async function* matchShards(
  db: Db,
  { ecosystem, names, bits, sources, known, touched }: PartitionContents,
  signal: AbortSignal,
): AsyncGenerator<WrittenShard | KeptShard> {
  const namesOf = Map.groupBy(names, (name) => shardOf(sha256, name, bits));
  const touchedAt = new Set(touched.map((name) => shardOf(sha256, name, bits)));
  const keptAt = (prefix: number) => (touchedAt.has(prefix) ? null : known.kept(prefix));
  const askedAt = (prefix: number) => (keptAt(prefix) === null ? (namesOf.get(prefix) ?? []) : []);
  for (const batch of shardBatches(bits, AT_ONCE, (prefix) => askedAt(prefix).length)) {
    const packs = await loadPacks(db, ecosystem, batch.flatMap(askedAt), sources, signal);
    for (const prefix of batch) {
      const kept = keptAt(prefix);
      if (kept !== null) {
        yield kept;
        continue;
      }
      const own = askedAt(prefix).flatMap((name) => packs.get(name) ?? []);
      const ids = [...new Set(own.flatMap((pack) => pack.ids))].sort();
      const summaries = await vulnerabilitySummaries(db, ids, null, 'passed_on');
      const shard = joinPacks({ partition: `ecosystem/${ecosystem}`, bits, prefix }, own, summaries);
      const rows = shard.packages.reduce((sum, each) => sum + each.rows.length, 0);
      known.note(prefix, rows, ids);
      yield { text: writeShard(shard), rows };
    }
    signal.throwIfAborted();
    await nextTurn();
  }
}

/** Leaves out records that may not be passed on. What is left is not everything that is known: a package is unknown rather than clean. */
function omitWithheld(pack: BuiltPack): BuiltPack {
  const { packages, linked, groups, covers, rejected } = pack.shard;
  const statements = packages.flatMap(({ rows }) => rows);
  if (statements.every(isPassedOn) && linked.every(isPassedOn)) return pack;
  const named = new Set(
    statements
      .filter(isPassedOn)
      .flatMap(({ assertion: { record } }) => (covers.get(record.id) ?? []).concat(record.id)),
  );
  const joined = groups.filter((group) => group.ids.some((id) => named.has(id)));
  const ids = [...named.union(new Set(joined.flatMap((group) => group.ids)))].sort();
  return {
    ...pack,
    ids,
    shard: {
      ...pack.shard,
      packages: packages.map(({ name, rows }) => ({ name, rows: rows.filter(isPassedOn), complete: false })),
      linked: linked.filter(isPassedOn),
      groups: joined,
      covers: new Map([...covers].filter(([id]) => named.has(id))),
      rejected: new Set(ids.filter((id) => rejected.has(id))),
    },
  };
}

function isPassedOn({ assertion: { record } }: FoundAssertion): boolean {
  return mayPassOnRecord(record.source, record.id);
}

async function loadPacks(
  db: Db,
  ecosystem: string,
  names: readonly string[],
  sources: readonly SourceId[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BuiltPack>> {
  const found = new Map<string, BuiltPack>();
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE).map((name) => ({ name, ecosystem, vendor: null }));
    for await (const pack of buildPacks(db, some, { sources })) found.set(pack.name.name, omitWithheld(pack));
    signal.throwIfAborted();
  }
  return found;
}
