import { compareText } from '@almanac/core/ids';
import type { MatchSummary } from '@almanac/core/matching';
import { EMPTY_SHARD, readShard, type Shard } from '@almanac/core/snapshots';
import { type PackName } from '../../projections/pack-name.ts';
import { packPlace } from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import { type SummaryRecords, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { idsIn, sortByRecord } from './build-packs.ts';

export function openPack({ ecosystem }: PackName, pack: string | null): Shard {
  return pack === null ? EMPTY_SHARD : readShard(pack, packPlace(ecosystem));
}

/** Adds the summaries of their vulnerabilities to packs that were built from rows. */
export async function addSummaries(db: Db, packs: readonly Shard[]): Promise<readonly Shard[]> {
  const summaries = await vulnerabilitySummaries(db, idsIn(packs));
  const others = [...summaries.values()].flatMap(({ id, isPassedOn }) => (isPassedOn ? [] : [id]));
  const passedOn = await vulnerabilitySummaries(db, others, null, 'passed_on');
  return packs.map((pack) => {
    const joined = joinPacks(pack, [pack], summaries);
    const differing = [...joined.summaries.keys()].flatMap((id) =>
      summaries.get(id)?.isPassedOn === false ? [[id, passedOn.get(id) ?? null] as const] : [],
    );
    return { ...joined, passedOn: new Map(differing) };
  });
}

/** The summaries of a pack, as they are chosen from all records or from those that may be passed on. */
export function summariesIn({ summaries, passedOn }: Shard, from: SummaryRecords): Shard['summaries'] {
  if (from === 'all' || passedOn.size === 0) return summaries;
  return new Map(
    [...summaries].flatMap(([id, one]) => {
      const chosen = passedOn.get(id);
      return chosen === null ? [] : [[id, chosen ?? one] as const];
    }),
  );
}

/** Joins packs, whose statements are in order, into a shard. The same facts always give the same shard. */
export function joinPacks(
  { partition, bits, prefix }: Pick<Shard, 'partition' | 'bits' | 'prefix'>,
  shards: readonly Shard[],
  summaries: ReadonlyMap<string, MatchSummary>,
): Shard {
  const ids = idsIn(shards);
  return {
    ...EMPTY_SHARD,
    partition,
    bits,
    prefix,
    packages: shards.flatMap(({ packages }) => packages),
    linked: sortByRecord(shards.flatMap(({ linked }) => linked)),
    ...joinLinks(shards),
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

/** Joins alias groups and covered ids, each once and in order. */
export function joinLinks(shards: readonly Shard[]): Pick<Shard, 'groups' | 'covers'> {
  const groups = new Map(shards.flatMap((shard) => shard.groups.map((group) => [group.id, group] as const)));
  const covers = shards.flatMap((shard) => Array.from(shard.covers));
  return {
    groups: [...groups.values()].sort((a, b) => compareText(a.id, b.id)),
    covers: new Map(covers.sort(([a], [b]) => compareText(a, b))),
  };
}
