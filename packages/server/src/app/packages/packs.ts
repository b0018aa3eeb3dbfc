import { compareText } from '@almanac/core/ids';
import type { FoundAssertion, MatchSummary } from '@almanac/core/matching';
import { EMPTY_SHARD, readShard, type Shard, writeShard } from '@almanac/core/snapshots';
import { expectBytes } from '../../platform/db.ts';
import { nextTurn } from '../../platform/in-slices.ts';
import {
  distinctPacks,
  loadKeptPacks,
  loadPackParts,
  MAX_PART,
  type PackName,
  packMark,
  packPlace,
} from '../../queries/packs.ts';
import type { Db } from '../../store/database.ts';
import type { PackRow } from '../../store/packs.ts';
import { type SummaryRecords, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { type BuildOptions, buildPacks, idsIn } from './build-packs.ts';

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
  options: BuildOptions = {},
): AsyncGenerator<LoadedPack> {
  const names = distinctPacks(wanted);
  const isKept = (options.moment ?? null) === null && options.ids === undefined;
  const kept = isKept ? await loadKeptPacks(db, names) : [];
  expectBytes(
    db,
    kept.reduce((sum, pack) => sum + (pack?.bytes ?? 0), 0),
  );
  const others: PackName[] = [];
  const large: PackName[] = [];
  for (const [i, name] of names.entries()) {
    const current = kept[i] ?? null;
    if (current === null) others.push(name);
    else if (current.pack === null && current.bytes > 0) large.push(name);
    else yield { name, shard: openPack(name, current.pack), isBuilt: false };
  }
  for (const name of large) {
    const parts = await loadPackParts(db, name);
    if (parts === null) others.push(name);
    else yield { name, shard: await openParts(name, parts), isBuilt: false };
  }
  for await (const { name, shard } of buildPacks(db, others, options)) yield { name, shard, isBuilt: true };
}

function openPack({ ecosystem }: PackName, pack: string | null): Shard {
  return pack === null ? EMPTY_SHARD : readShard(pack, packPlace(ecosystem));
}

/** Others have their turn between two parts. */
async function openParts(name: PackName, parts: readonly string[]): Promise<Shard> {
  const shards: Shard[] = [];
  for (const part of parts) {
    const shard = openPack(name, part);
    const packages = shard.packages.map((one) => ({ ...one, rows: one.rows }));
    shards.push({ ...shard, packages, linked: shard.linked });
    await nextTurn();
  }
  const packages = shards.flatMap((shard) => shard.packages);
  const [first] = packages;
  return {
    ...EMPTY_SHARD,
    ...packPlace(name.ecosystem),
    packages: first === undefined ? [] : [{ ...first, rows: packages.flatMap(({ rows }) => rows) }],
    linked: shards.flatMap(({ linked }) => linked),
    groups: [...new Map(shards.flatMap(({ groups }) => groups.map((group) => [group.id, group] as const))).values()],
    covers: new Map(shards.flatMap(({ covers }) => Array.from(covers))),
    rejected: new Set(shards.flatMap(({ rejected }) => Array.from(rejected))),
    summaries: new Map(shards.flatMap(({ summaries }) => Array.from(summaries))),
    passedOn: new Map(shards.flatMap(({ passedOn }) => Array.from(passedOn))),
  };
}

/** Makes the packs of packages from their rows; of those without records none. */
export async function makePacks(db: Db, names: readonly PackName[], signal: AbortSignal): Promise<readonly PackRow[]> {
  const packs: PackRow[] = [];
  const built = (await Array.fromAsync(buildPacks(db, names))).filter(({ shard }) => shard.packages.length > 0);
  signal.throwIfAborted();
  const summaries = await vulnerabilitySummaries(db, idsIn(built.map(({ shard }) => shard)));
  const others = [...summaries.values()].flatMap(({ id, isPassedOn }) => (isPassedOn ? [] : [id]));
  const passedOn = await vulnerabilitySummaries(db, others, null, 'passed_on');
  for (const { name, shard } of built) {
    const isWhole = shard.packages.every(({ complete }) => complete);
    const joined = joinPacks(packPlace(name.ecosystem), [shard], summaries);
    const differing = [...joined.summaries.keys()].flatMap((id) =>
      summaries.get(id)?.isPassedOn === false ? [[id, passedOn.get(id) ?? null] as const] : [],
    );
    const whole = { ...joined, passedOn: new Map(differing) };
    packs.push({ ...name, parts: isWhole ? writeParts(whole) : [], depends: [packMark(name), ...idsIn([shard])] });
  }
  return packs;
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

/** Writes a pack in one part, or in several where it is large. They are read together. */
function writeParts(pack: Shard): string[] {
  const text = writeShard(pack);
  if (text.length <= MAX_PART) return [text];
  const { packages, linked, groups, covers, rejected, summaries, passedOn } = pack;
  const empty: Shard = { ...EMPTY_SHARD, ...packPlace(''), partition: pack.partition };
  return [
    ...packages.flatMap(({ rows, ...one }) =>
      writeSome(rows, (some) => ({ ...empty, packages: [{ ...one, rows: some }] })),
    ),
    ...writeSome(linked, (some) => ({ ...empty, linked: some })),
    ...writeSome([...summaries], (some) => ({ ...empty, summaries: new Map(some) })),
    ...writeSome([...passedOn], (some) => ({ ...empty, passedOn: new Map(some) })),
    ...writeSome(groups, (some) => ({ ...empty, groups: some })),
    ...writeSome([...covers], (some) => ({ ...empty, covers: new Map(some) })),
    ...writeSome([...rejected], (some) => ({ ...empty, rejected: new Set(some) })),
  ];
}

/** In halves, until each part is small enough or a single item. */
function writeSome<T>(items: readonly T[], shardOf: (some: readonly T[]) => Shard): string[] {
  if (items.length === 0) return [];
  const text = writeShard(shardOf(items));
  if (text.length <= MAX_PART || items.length === 1) return [text];
  const half = Math.ceil(items.length / 2);
  return [...writeSome(items.slice(0, half), shardOf), ...writeSome(items.slice(half), shardOf)];
}

/** Joins packs to a shard. The same facts are the same shard, in whatever order storage gives them. */
export function joinPacks(
  place: Pick<Shard, 'partition' | 'bits' | 'prefix'>,
  shards: readonly Shard[],
  summaries: ReadonlyMap<string, MatchSummary>,
): Shard {
  const ids = idsIn(shards);
  return {
    ...EMPTY_SHARD,
    ...place,
    packages: shards.flatMap(({ packages }) => packages.map((one) => ({ ...one, rows: sortByRecord(one.rows) }))),
    linked: sortByRecord(shards.flatMap(({ linked }) => linked)),
    groups: [
      ...new Map(shards.flatMap(({ groups }) => groups.map((group) => [group.id, group] as const))).values(),
    ].sort((a, b) => compareText(a.id, b.id)),
    covers: new Map(shards.flatMap(({ covers }) => Array.from(covers)).sort(([a], [b]) => compareText(a, b))),
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
