import type { SourceId } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import type { FoundAssertion } from '@almanac/core/matching';
import { isUnbounded } from '@almanac/core/ranges';
import { CVE_RECORD_SOURCES, RECORD_SOURCES } from '@almanac/core/records';
import { EMPTY_SHARD, type Shard } from '@almanac/core/snapshots';
import { type PackName } from '../../projections/pack-name.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import { allAffectedRows, type StoredAffected } from '../../queries/affected-rows.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { loadAliasGroups } from '../../queries/alias-groups-of.ts';
import type { NamedPackage } from '../../queries/packages-named.ts';
import { packagesOfPacks, packPlace } from '../../queries/packs.ts';
import { linkedCovers, linkedGroups, type RecordLinks } from '../../queries/record-links.ts';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import type { Db } from '../../store/database.ts';

export interface BuildOptions {
  /** As it was known then; null: now. */
  readonly moment?: Moment | null;
  /** Whether aliases are those of then, too. Those of today allow to compare what was and what is. */
  readonly isWithAliases?: boolean;
  /** Of these records alone. */
  readonly ids?: readonly string[];
  /** Whose statements count; left out: those of every source of records. */
  readonly sources?: readonly SourceId[];
}

/** A package with everything that records state about it, whatever the version and the release; without summaries. */
export interface BuiltPack {
  readonly name: PackName;
  /** Has no package where no record names it. */
  readonly shard: Shard;
}

/** Lists all vulnerabilities that packs name, in order. */
export function idsIn(shards: readonly Shard[]): readonly string[] {
  const ids = new Set<string>();
  for (const { packages, covers, groups } of shards) {
    for (const { rows } of packages) for (const { assertion } of rows) ids.add(assertion.record.id);
    for (const covered of covers.values()) for (const id of covered) ids.add(id);
    for (const group of groups) for (const id of group.ids) ids.add(id);
  }
  return [...ids].sort();
}

/** Statements that are read for so many packages at once, and about one alone. */
const MAX_STATEMENTS = 20_000;

/**
 * Builds the packs of packages from their rows, in a handful of queries for all of them. Where that is too much, a giant among them is
 * built alone and the others together, so that they are whole all the same; without a giant, one half after the other.
 */
export async function* buildPacks(
  db: Db,
  names: readonly PackName[],
  options: BuildOptions = {},
): AsyncGenerator<BuiltPack> {
  if (names.length === 0) return;
  const { moment = null, sources = RECORD_SOURCES, ids: wanted } = options;
  const aliasesAt = options.isWithAliases === true ? moment : null;
  const named = await packagesOfPacks(db, names);
  const question = { packages: named.packages.flat(), sources, moment, hasLinks: aliasesAt === null };
  const { rows, complete, links } = await (wanted === undefined
    ? readAll(db, question)
    : readSome(db, wanted, question));
  if (!complete && names.length > 1) {
    for (const some of divide(names, named.packages, rows)) yield* buildPacks(db, some, options);
    return;
  }
  const recordIds = [...new Set(rows.map(({ recordId }) => recordId))];
  const covers =
    linkedCovers(
      links,
      rows.map(({ recordKey }) => recordKey),
    ) ?? (await upstreamCves(db, recordIds, aliasesAt));
  const linkedIds = new Set([...rows.map(({ recordKey }) => recordKey), ...[...covers.values()].flat()]);
  const groups = linkedGroups(links, linkedIds) ?? (await loadAliasGroups(db, [...linkedIds], aliasesAt));
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  // Where a registry's record is withdrawn or gives no bounds, the CVE's own record has a say.
  const unbounded = rows.filter(isOpen);
  const linked = await affectedOfIds(db, {
    ids: [...new Set(unbounded.flatMap(({ recordKey }) => groupOf.get(recordKey)?.ids ?? []))],
    sources: CVE_RECORD_SOURCES.filter((source) => sources.includes(source)),
    packageIds: null,
    at: moment,
  });
  const linkedOf = Map.groupBy(linked.entries, ({ assertion }) => groupOf.get(assertion.record.id)?.id ?? '');
  const isComplete = complete && named.complete && linked.complete;
  const rowsOf = Map.groupBy(rows, ({ packageId }) => packageId);
  const packs = names.map((name, i): BuiltPack => {
    const own = (named.packages[i] ?? []).flatMap(({ id }) => rowsOf.get(id) ?? []);
    const covered = own.map(({ recordKey }) => [recordKey, covers.get(recordKey) ?? []] as const);
    const ids = covered.flatMap(([id, more]) => [id, ...more]);
    const joined = new Set(ids.flatMap((id) => groupOf.get(id) ?? []));
    const open = new Set(own.filter(isOpen).map(({ recordKey }) => groupOf.get(recordKey)?.id ?? ''));
    const rowsFound = sortByRecord(own.map(({ found }) => found));
    return {
      name,
      shard: {
        ...EMPTY_SHARD,
        ...packPlace(name.ecosystem),
        packages: own.length === 0 && isComplete ? [] : [{ name: name.name, rows: rowsFound, complete: isComplete }],
        linked: sortByRecord([...open].flatMap((id) => linkedOf.get(id) ?? [])),
        groups: [...joined].sort((a, b) => compareText(a.id, b.id)),
        covers: new Map(covered.filter(([, more]) => more.length > 0).sort(([a], [b]) => compareText(a, b))),
      },
    };
  });
  const rejected = await rejectedAt(db, idsIn(packs.map(({ shard }) => shard)), moment?.at ?? null);
  for (const { name, shard } of packs) {
    yield { name, shard: { ...shard, rejected: new Set(idsIn([shard]).filter((id) => rejected.has(id))) } };
  }
}

/** Divides names whose statements are too many to read at once. */
function divide(
  names: readonly PackName[],
  packages: readonly (readonly NamedPackage[])[],
  rows: readonly StoredAffected[],
): readonly (readonly PackName[])[] {
  const counts = new Map<number, number>();
  for (const { packageId } of rows) counts.set(packageId, (counts.get(packageId) ?? 0) + 1);
  const count = (i: number) => (packages[i] ?? []).reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  const giant = names.findIndex((_, i) => count(i) > rows.length / 2);
  const half = Math.ceil(names.length / 2);
  return giant === -1
    ? [names.slice(0, half), names.slice(half)]
    : [names.toSpliced(giant, 1), names.slice(giant, giant + 1)];
}

interface ReadRows {
  readonly rows: readonly StoredAffected[];
  readonly links: RecordLinks | null;
  /** Nothing was left out. */
  readonly complete: boolean;
}

interface RowsQuestion extends Required<Pick<BuildOptions, 'moment' | 'sources'>> {
  readonly packages: readonly NamedPackage[];
  readonly hasLinks: boolean;
}

async function readAll(db: Db, { packages, sources, moment, hasLinks }: RowsQuestion): Promise<ReadRows> {
  return allAffectedRows(db, { packages, sources, at: moment, links: hasLinks }, MAX_STATEMENTS);
}

async function readSome(
  db: Db,
  ids: readonly string[],
  { packages, sources, moment }: RowsQuestion,
): Promise<ReadRows> {
  const packageIds = packages.map(({ id }) => id);
  const { entries, complete } = await affectedOfIds(db, { ids, sources, packageIds, at: moment });
  const rows = entries.map(({ packageId, recordId, ...found }) => ({
    packageId,
    recordId,
    recordKey: found.assertion.record.id,
    found,
  }));
  return { rows, links: null, complete };
}

function isOpen({ found }: StoredAffected): boolean {
  return isUnbounded(found);
}

/** A CVE that was rejected later was not rejected then. */
async function rejectedAt(db: Db, ids: readonly string[], at: Date | null): Promise<ReadonlySet<string>> {
  const rejected = await rejectedCves(db, ids);
  return new Set([...rejected].flatMap(([id, when]) => (at !== null && when !== null && when > at ? [] : [id])));
}

/** Sorts statements by their records. Which of two equal ones an answer names must not depend on where they were stored. */
export function sortByRecord(found: readonly FoundAssertion[]): readonly FoundAssertion[] {
  const texts = new Map<FoundAssertion, string>();
  const write = (one: FoundAssertion) => {
    const { record, subject, claims } = one.assertion;
    const text = texts.get(one) ?? JSON.stringify([record.by, subject.ecosystem, subject.name, claims, one.assertion]);
    texts.set(one, text);
    return text;
  };
  return found.toSorted((a, b) => compareRecords(a, b) || compareText(write(a), write(b)));
}

export function compareRecords(a: FoundAssertion, b: FoundAssertion): number {
  const [first, second] = [a.assertion.record, b.assertion.record];
  return compareText(first.source, second.source) || compareText(first.id, second.id);
}
