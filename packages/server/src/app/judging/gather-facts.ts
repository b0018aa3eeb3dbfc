import type { SourceId } from '@almanac/contract';
import {
  ecosystemsMeant,
  type FoundAssertion,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
} from '@almanac/core/matching';
import { coversAll } from '@almanac/core/ranges';
import { CVE_RECORD_SOURCES, RECORD_SOURCES } from '@almanac/core/records';
import { flatMapped } from '@almanac/core/slices';
import { expectRows, inOneTrip } from '../../platform/db.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import {
  type AffectedPage,
  type AffectedQuestion,
  type AskedPackage,
  allAffectedRows,
  firstAffectedRows,
  type StoredAffected,
} from '../../queries/affected-rows.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { aliasGroupsOf } from '../../queries/alias-groups-of.ts';
import type { Clock } from '../../queries/held-at.ts';
import { knownAttributes } from '../../queries/known-attributes.ts';
import { type NamedPackage, subjectOf } from '../../queries/packages-named.ts';
import { linkedCovers, linkedGroups, type RecordLinks } from '../../queries/record-links.ts';
import { sourcesByPackage } from '../../queries/sources-by-package.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import type { Db } from '../../store/database.ts';
import type { SummaryRecords } from '../cve/vulnerability-summaries.ts';
import type { Effort } from './effort.ts';
import { type MeantQuestion, type PreparedQuestion, prepareQuestions } from './prepare-questions.ts';
import { recordsOfVulnerability, type VulnerabilityRecords } from './records-of-vulnerability.ts';

/** The sources that a package is judged by. */
export const PACKAGE_SOURCES: readonly SourceId[] = [...RECORD_SOURCES, 'nixpkgs', 'packages'];

/** Entries that are evaluated for so many questions at once, and for one alone; what is more makes the answer incomplete. */
const MOST_EVALUATED = 20_000;

/** Packages with more entries have the records that exclude the version counted, not read. */
const MAX_LISTED_ENTRIES = 1_000;

/** Facts without what stands in the records' documents. */
export interface GatheredFacts {
  readonly facts: Omit<MatchFacts, 'records' | 'sources'>;
  /** Entries whose bounds exclude the version; null if they were not read. */
  readonly excluded: readonly FoundAssertion[] | null;
  /** The packages and products that may be meant. */
  readonly packages: readonly NamedPackage[];
  /** Those that are surely or likely the package itself. */
  readonly ownPackages: readonly NamedPackage[];
  readonly ecosystems: ReturnType<typeof ecosystemsMeant>;
}

/** What is asked of storage besides the packages: one vulnerability alone, or a past instant. */
export interface GatherOptions extends Effort {
  readonly at: Date | null;
  /** By which clock records are dated; ours where it is left out. The collection is always as we knew it. */
  readonly clock?: Clock | undefined;
  /** Ids of the one vulnerability that is asked about. */
  readonly vulnerability?: ReadonlySet<string> | undefined;
  /** Its records, for a caller that has looked them up. */
  readonly records?: VulnerabilityRecords | undefined;
  /** What was found out about the questions before, in their order; undefined: nothing. */
  readonly prepared?: ((questions: readonly MatchQuestion[]) => readonly PreparedQuestion[] | undefined) | undefined;
  /** Also reads or counts the records that exclude the version, for answers that list what was cleared. */
  readonly counted?: boolean;
  /** The records that summaries are chosen from; left out: all. */
  readonly summariesFrom?: SummaryRecords;
}

/** What is asked about records. */
export function momentIn({ at, clock = 'known' }: Pick<GatherOptions, 'at' | 'clock'>): Moment | null {
  return at === null ? null : { at, clock };
}

/** What is read, in the same round trip as the last of the facts, of ids that may turn out to match. */
export interface ReadAhead<T> {
  /** Of no more ids. */
  readonly most: number;
  read(db: Db, question: DetailsQuestion): Promise<T>;
}

export interface DetailsQuestion {
  readonly ids: readonly string[];
  readonly packageIds: readonly number[];
  /** Packages of which the records are counted; null: none are. */
  readonly countedPackages: readonly number[] | null;
}

export interface GatheredTogether<T> {
  /** In the order of the questions. */
  readonly gathered: readonly GatheredFacts[];
  /** Null where the ids were too many. */
  readonly ahead: T | null;
}

/**
 * Everything that storage has about questions by name, in their order, in a handful of set queries for all of them, now or as it was
 * known at an instant. Null where several are too much at once.
 */
export async function gatherFacts<T>(
  db: Db,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
  ahead: ReadAhead<T>,
): Promise<GatheredTogether<T> | null> {
  if (questions.length === 0) return { gathered: [], ahead: null };
  const { signal } = options;
  const moment = momentIn(options);
  const prepared = options.prepared?.(questions) ?? (await prepareQuestions(db, questions, moment));
  const meant = prepared.map((one) => one.meant);
  const allIssues = prepared.flatMap(({ issues }) => issues);
  const packageIds = [...new Set(meant.flatMap(({ packages }) => packages.map(({ id }) => id)))];
  const tracked = new Set(allIssues.flatMap(({ cves }) => cves));
  const others = [...tracked, ...(options.vulnerability ?? [])];
  const names = [...new Set(allIssues.flatMap(({ packages }) => packages))];
  const asked = askedIn(meant, moment);
  const [only] = meant;
  const counts = meant.length === 1 && options.counted === true && options.vulnerability === undefined;
  const most = counts ? MAX_LISTED_ENTRIES : MOST_EVALUATED;
  const [page, { speakers, entries: expected }, otherGroups, attributes] = await inOneTrip(db, (trip) =>
    Promise.all([
      options.vulnerability === undefined
        ? firstAffectedRows(trip, { ...asked.question, withExcluded: counts }, most)
        : null,
      sourcesByPackage(trip, packageIds, RECORD_SOURCES, moment),
      moment === null ? aliasGroupsOf(trip, others, null) : [],
      knownAttributes(trip, names),
    ]),
  );
  if (meant.length === 1) expectRows(db, expected);
  const isListed = counts && page?.next === null;
  const first = page === null || isListed ? page : omitExcluded(page);
  const stated = await statedOf(db, meant, options, { ...asked, first });
  if (!stated.complete && questions.length > 1) return null;
  const covers = linkedCovers(stated.links, stated.linkedKeys) ?? (await upstreamCves(db, stated.recordIds, moment));
  const linkedKeys = new Set([...stated.linkedKeys, ...[...covers.values()].flat()]);
  const ownGroups = linkedGroups(stated.links, linkedKeys);
  const aliases =
    ownGroups === null
      ? await aliasGroupsOf(db, [...new Set([...linkedKeys, ...others])], moment)
      : [...new Map([...ownGroups, ...otherGroups].map((group) => [group.id, group])).values()];
  const groupOf = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  const idsOf = (id: string) => [id, ...(covers.get(id) ?? [])];
  const groupsOf = (ids: ReadonlySet<string>) => [...new Set([...ids].flatMap((id) => groupOf.get(id) ?? []))];
  const unbounded = meant.flatMap((_, place) => stated.unbounded(place));
  const siblings = [...new Set(unbounded.flatMap((key) => groupOf.get(key)?.ids ?? []))];
  // The CVE's own record may name the package in another way than the package is called.
  const named = [...new Set([...tracked, ...siblings])];
  const keys = new Set([...stated.keys.flatMap(idsOf), ...others]);
  const near = [...new Set([...keys, ...groupsOf(keys).flatMap(({ ids }) => ids)])];
  const countedPackages = counts && !isListed && only !== undefined ? only.own.map(({ id }) => id) : null;
  const own = { ids: named, sources: CVE_RECORD_SOURCES, packageIds: null, at: moment };
  // Many are read page by page, so that others have their turn between two pages.
  const [linked, details] =
    near.length > ahead.most
      ? [await affectedOfIds(db, own), null]
      : await inOneTrip(db, (trip) =>
          Promise.all([affectedOfIds(trip, own), ahead.read(trip, { ids: near, packageIds, countedPackages })]),
        );
  const linkedOf = Map.groupBy(linked.entries, ({ assertion }) => assertion.record.id);
  const gathered = flatMapped(meant.entries(), ([place, one]): GatheredFacts[] => {
    const { question, collection, context, packages, complete } = one;
    const { issues = [], isCut = false } = prepared[place] ?? {};
    const said = stated.of(place);
    const cves = issues.flatMap((issue) => issue.cves);
    // Only what belongs to the question, as if it were asked alone: the rest would be looked through for nothing.
    const all = [...said, ...stated.excluded];
    const own = new Set([...all.flatMap(({ assertion }) => idsOf(assertion.record.id)), ...cves]);
    for (const id of options.vulnerability ?? []) own.add(id);
    const linkedIds = new Set([...cves, ...stated.unbounded(place).flatMap((key) => groupOf.get(key)?.ids ?? [])]);
    const entries = [...linkedIds].flatMap((id) => linkedOf.get(id) ?? []);
    return [
      {
        facts: {
          question,
          ...(options.vulnerability === undefined ? {} : { vulnerability: options.vulnerability }),
          collection,
          candidates: context.candidates,
          issues,
          found: [...new Set([...said, ...entries])],
          aliases: groupsOf(own),
          covers,
          attributes,
          speakers: packages.flatMap((each): KnownSubject[] => {
            const sources = speakers.get(each.id);
            return sources === undefined ? [] : [{ subject: subjectOf(each), sources: [...sources] }];
          }),
          complete: complete && stated.complete && linked.complete && !isCut,
        },
        excluded: isListed ? stated.excluded : null,
        packages,
        ownPackages: one.own,
        ecosystems: ecosystemsMeant(context),
      },
    ];
  });
  return { gathered: await inSlices(gathered, signal), ahead: details };
}

/** Drops the entries that exclude the version: a package with too many of them has them counted only. */
function omitExcluded(page: AffectedPage): AffectedPage {
  const rows = page.rows.filter(({ isExcluded }) => isExcluded !== true);
  return { ...page, rows, read: rows.length };
}

interface Stated {
  readonly of: (place: number) => readonly FoundAssertion[];
  /** Entries whose bounds exclude the version. Only read for a single question. */
  readonly excluded: readonly FoundAssertion[];
  readonly recordIds: readonly number[];
  /** Ids of the records that may include the version. */
  readonly keys: readonly string[];
  /** Ids of all records read, also of those that exclude the version. */
  readonly linkedKeys: readonly string[];
  /** Keys of records that were withdrawn or that include every version. */
  readonly unbounded: (place: number) => readonly string[];
  /** Of the records; null where they were not read. */
  readonly links: RecordLinks | null;
  readonly complete: boolean;
}

/** What records state of the packages that are meant; of one vulnerability alone only what its own records do. */
async function statedOf(
  db: Db,
  meant: readonly MeantQuestion[],
  options: GatherOptions,
  { question, placeOf, first }: AskedOfMeant & { readonly first: AffectedPage | null },
): Promise<Stated> {
  const { vulnerability, records, signal } = options;
  const at = momentIn(options);
  if (vulnerability !== undefined) {
    const { ids, complete: isWhole } = records ?? (await recordsOfVulnerability(db, [...vulnerability], at));
    const packageIds = [...new Set(meant.flatMap(({ packages }) => packages.map(({ id }) => id)))];
    const { entries, complete } = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at });
    const recordIds = [...new Set(entries.map(({ recordId }) => recordId))];
    const keys = await inSlices(unboundedOf(entries), signal);
    const unbounded = () => keys;
    const of = () => entries;
    return {
      of,
      excluded: [],
      recordIds,
      keys: ids,
      linkedKeys: ids,
      unbounded,
      links: null,
      complete: isWhole && complete,
    };
  }
  const { rows, complete, links } = await allAffectedRows(db, question, MOST_EVALUATED, first);
  return { ...(await inSlices(sortedOut(rows, placeOf), signal)), links, complete };
}

interface AskedOfMeant {
  readonly question: Omit<AffectedQuestion, 'after' | 'limit'>;
  /** The places of the questions. */
  readonly placeOf: ReadonlyMap<AskedPackage, number>;
}

function askedIn(meant: readonly MeantQuestion[], at: Moment | null): AskedOfMeant {
  const placeOf = new Map<AskedPackage, number>();
  meant.forEach(({ question, packages }, place) => {
    for (const one of packages) placeOf.set({ package: one, version: question.version }, place);
  });
  const asked = [...placeOf.keys()];
  return { placeOf, question: { asked, sources: RECORD_SOURCES, at, links: at === null } };
}

/** By the places of the questions that they are for. */
function* sortedOut(
  rows: readonly StoredAffected[],
  placeOf: ReadonlyMap<AskedPackage, number>,
): Generator<void, Omit<Stated, 'links' | 'complete'>> {
  const byPlace = new Map<number, FoundAssertion[]>();
  const unbounded = new Map<number, Set<string>>();
  const excluded: FoundAssertion[] = [];
  const recordIds = new Set<number>();
  const keys = new Set<string>();
  const linkedKeys = new Set<string>();
  for (const { asked, found, recordId, recordKey, isExcluded } of rows) {
    yield;
    recordIds.add(recordId);
    linkedKeys.add(recordKey);
    if (isExcluded === true) {
      excluded.push(found);
      continue;
    }
    keys.add(recordKey);
    const place = placeOf.get(asked) ?? -1;
    const own = byPlace.get(place);
    if (own === undefined) byPlace.set(place, [found]);
    else own.push(found);
    if (isUnbounded(found)) {
      const known = unbounded.get(place) ?? new Set();
      unbounded.set(place, known.add(recordKey));
    }
  }
  return {
    excluded,
    linkedKeys: [...linkedKeys],
    of: (place) => byPlace.get(place) ?? [],
    unbounded: (place) => [...(unbounded.get(place) ?? [])],
    recordIds: [...recordIds],
    keys: [...keys],
  };
}

function* unboundedOf(entries: readonly Pick<FoundAssertion, 'assertion'>[]): Generator<void, string[]> {
  const unbounded = yield* flatMapped(entries, (entry) => (isUnbounded(entry) ? [entry.assertion.record.id] : []));
  return [...new Set(unbounded)];
}

/** Whether it was withdrawn or includes every version: the CVE's own record then has a say. */
export function isUnbounded({ assertion }: Pick<FoundAssertion, 'assertion'>): boolean {
  return assertion.withdrawn || assertion.claims.some(coversAll);
}
