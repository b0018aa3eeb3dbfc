import type { SourceId } from '@almanac/contract';
import {
  type Candidate,
  type CollectionFact,
  type FoundAssertion,
  type IdentityContext,
  identityContext,
  identityOf,
  type KnownSubject,
  LIKELY_FROM,
  type MatchFacts,
  type MatchQuestion,
  mayConcern,
  type TrackedIssue,
} from '@almanac/core/matching';
import { nameVariants } from '@almanac/core/names';
import { coversAll } from '@almanac/core/ranges';
import { flatMapped } from '@almanac/core/slices';
import { inOneTrip } from '../../platform/db.ts';
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
import { issuesNaming } from '../../queries/issues-naming.ts';
import { knownAttributes } from '../../queries/known-attributes.ts';
import {
  type NamedPackage,
  type NamedPackages,
  type PackageName,
  packagesNamed,
  subjectOf,
} from '../../queries/packages-named.ts';
import { recordHashes } from '../../queries/record-hashes.ts';
import { linkedCovers, linkedGroups, type RecordLinks } from '../../queries/record-links.ts';
import { sourcesByPackage } from '../../queries/sources-by-package.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import type { Db } from '../../store/database.ts';
import { type CollectionFacts, collectionFacts } from './collection-facts.ts';
import type { Effort } from './effort.ts';
import { recordsOfVulnerability, type VulnerabilityRecords } from './records-of-vulnerability.ts';

/** The sources whose records say which packages are affected. */
export const RECORD_SOURCES = ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const satisfies readonly SourceId[];

/** The sources that a package is judged by. */
export const PACKAGE_SOURCES: readonly SourceId[] = [...RECORD_SOURCES, 'nixpkgs', 'packages'];

/** Entries that are evaluated for so many questions at once, and for one alone; what is more makes the answer incomplete. */
const MOST_EVALUATED = 20_000;
/** Packages and products of the candidates' names; a name like `core` has thousands of vendors. */
const MOST_PACKAGES = 2_000;
/** Entries of the collection that are looked up in the tracker by their names. */
const MOST_NAMES = 50;

/** Facts without what stands in the records' documents. */
export interface GatheredFacts {
  readonly facts: Omit<MatchFacts, 'records' | 'sources'>;
  /** Numbers of the packages and products that may be meant. */
  readonly packageIds: readonly number[];
  /** Those that are surely or likely the package itself. */
  readonly ownPackages: readonly NamedPackage[];
  /** The ecosystems that the package belongs to; undefined: it may be anybody's; null: of a language that nobody covers. */
  readonly ecosystems: readonly string[] | null | undefined;
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
  /** Counts the records that surely exclude the version as well, for answers that say how many were evaluated. */
  readonly counted?: boolean;
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

/** What a question may mean. */
export interface Meant {
  readonly question: MatchQuestion;
  readonly collection: readonly CollectionFact[];
  readonly context: IdentityContext;
  readonly packages: readonly NamedPackage[];
  /** Those that are surely or likely the package itself. */
  readonly own: readonly NamedPackage[];
  readonly complete: boolean;
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
  const { at, signal } = options;
  const moment = momentIn(options);
  const collections = await collectionFacts(db, questions, at);
  const [meant, { issues: allIssues, cut: cutPlaces }] = await inOneTrip(db, (trip) =>
    Promise.all([meantBy(trip, questions, collections), issuesOf(trip, questions, collections, moment)]),
  );
  const packageIds = [...new Set(meant.flatMap(({ packages }) => packages.map(({ id }) => id)))];
  const tracked = new Set(allIssues.flatMap(({ cves }) => cves));
  const others = [...tracked, ...(options.vulnerability ?? [])];
  const names = [...new Set(allIssues.flatMap(({ packages }) => packages))];
  const asked = askedIn(meant, moment);
  const [first, speakers, otherGroups, attributes] = await inOneTrip(db, (trip) =>
    Promise.all([
      options.vulnerability === undefined ? firstAffectedRows(trip, asked.question, MOST_EVALUATED) : null,
      sourcesByPackage(trip, packageIds, RECORD_SOURCES, moment),
      moment === null ? aliasGroupsOf(trip, others, null) : [],
      knownAttributes(trip, names),
    ]),
  );
  const stated = await statedOf(db, meant, options, { ...asked, first });
  if (!stated.complete && questions.length > 1) return null;
  const covers = linkedCovers(stated.links, stated.keys) ?? (await upstreamCves(db, stated.recordIds, moment));
  const keys = new Set([...stated.keys, ...[...covers.values()].flat()]);
  const ownGroups = linkedGroups(stated.links, keys);
  const aliases =
    ownGroups === null
      ? await aliasGroupsOf(db, [...new Set([...keys, ...others])], moment)
      : [...new Map([...ownGroups, ...otherGroups].map((group) => [group.id, group])).values()];
  const groupOf = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  const siblings = [...new Set(stated.unbounded.flatMap((key) => groupOf.get(key)?.ids ?? []))];
  // The CVE's own record may name the package in another way than the package is called.
  const named = [...new Set([...tracked, ...siblings])];
  const near = [...new Set([...keys, ...others, ...groupOf.keys()])];
  const [only] = meant;
  const counts = meant.length === 1 && options.counted === true && options.vulnerability === undefined;
  const countedPackages = counts && only !== undefined ? only.own.map(({ id }) => id) : null;
  const own = { ids: named, sources: OWN_RECORDS, packageIds: null, at: moment };
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
    const issues = allIssues.filter(({ names }) => names.has(place));
    const said = stated.of(place);
    const linkedIds = [...issues.flatMap(({ cves }) => cves), ...siblings];
    const entries = linkedIds.flatMap((id) => linkedOf.get(id) ?? []);
    return [
      {
        facts: {
          question,
          ...(options.vulnerability === undefined ? {} : { vulnerability: options.vulnerability }),
          collection,
          issues: issues.map(({ issue }) => issue),
          found: [...new Set([...said, ...entries])],
          aliases,
          covers,
          attributes,
          speakers: packages.flatMap((each): KnownSubject[] => {
            const sources = speakers.get(each.id);
            return sources === undefined ? [] : [{ subject: subjectOf(each), sources: [...sources] }];
          }),
          complete: complete && stated.complete && linked.complete && !cutPlaces.has(place),
        },
        packageIds: packages.map(({ id }) => id),
        ownPackages: one.own,
        ecosystems: ecosystemsOf(context),
      },
    ];
  });
  return { gathered: await inSlices(gathered, signal), ahead: details };
}

/** Sources with one record for each CVE, under the CVE's own id. */
export const OWN_RECORDS = ['cve_list_v5', 'nvd'] as const satisfies readonly SourceId[];

/** What each question may mean: entries of the collection, and packages and products that records name. */
export async function meantBy(
  db: Db,
  questions: readonly MatchQuestion[],
  collections: readonly CollectionFacts[],
): Promise<readonly Meant[]> {
  const contexts = questions.map((question, i) => identityContext(question, collections[i]?.facts ?? []));
  const named = await namedPackages(
    db,
    contexts.map(({ candidates }) => candidates),
  );
  return questions.map((question, i) => {
    const context = contexts[i] ?? identityContext(question, []);
    const all = named.packages[i] ?? [];
    const { facts: collection, complete: isWhole } = collections[i] ?? { facts: [], complete: true };
    const packages = all.filter((one) => mayConcern(subjectOf(one), context)).slice(0, MOST_PACKAGES);
    const complete = isWhole && named.complete && all.length <= MOST_PACKAGES;
    const own = packages.filter((each) => (identityOf(subjectOf(each), context, null)?.weight ?? 0) >= LIKELY_FROM);
    return { question, collection, context, packages, own, complete };
  });
}

interface Stated {
  readonly of: (place: number) => readonly FoundAssertion[];
  readonly recordIds: readonly number[];
  readonly keys: readonly string[];
  /** Keys of records that were withdrawn or that include every version. */
  readonly unbounded: readonly string[];
  /** Of the records; null where they were not read. */
  readonly links: RecordLinks | null;
  readonly complete: boolean;
}

/** What records state of the packages that are meant; of one vulnerability alone only what its own records do. */
async function statedOf(
  db: Db,
  meant: readonly Meant[],
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
    const unbounded = await inSlices(unboundedOf(entries), signal);
    return { of: () => entries, recordIds, keys: ids, unbounded, links: null, complete: isWhole && complete };
  }
  const { rows, complete, links } = await allAffectedRows(db, question, MOST_EVALUATED, first);
  const unbounded = await inSlices(unboundedOf(rows), signal);
  return { ...(await inSlices(sortedOut(rows, placeOf), signal)), unbounded, links, complete };
}

interface AskedOfMeant {
  readonly question: Omit<AffectedQuestion, 'after' | 'limit'>;
  /** The places of the questions. */
  readonly placeOf: ReadonlyMap<AskedPackage, number>;
}

function askedIn(meant: readonly Meant[], at: Moment | null): AskedOfMeant {
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
): Generator<void, Pick<Stated, 'of' | 'recordIds' | 'keys'>> {
  const byPlace = new Map<number, FoundAssertion[]>();
  const recordIds = new Set<number>();
  const keys = new Set<string>();
  for (const { asked, found, recordId, recordKey } of rows) {
    const place = placeOf.get(asked) ?? -1;
    const own = byPlace.get(place);
    if (own === undefined) byPlace.set(place, [found]);
    else own.push(found);
    recordIds.add(recordId);
    keys.add(recordKey);
    yield;
  }
  return { of: (place) => byPlace.get(place) ?? [], recordIds: [...recordIds], keys: [...keys] };
}

function* unboundedOf(entries: readonly Pick<FoundAssertion, 'assertion'>[]): Generator<void, string[]> {
  const unbounded = yield* flatMapped(entries, ({ assertion }) =>
    assertion.withdrawn || assertion.claims.some(coversAll) ? [assertion.record.id] : [],
  );
  return [...new Set(unbounded)];
}

/** A language's package belongs to its ecosystem; any other may be a product of anybody, and a package of any registry. */
export function ecosystemsOf({ candidates, ofLanguage }: IdentityContext): GatheredFacts['ecosystems'] {
  const packages = candidates.filter(({ kind }) => kind === 'package');
  const sure = packages.flatMap(({ ecosystem }) => ecosystem ?? []);
  if (sure.length > 0 && sure.length === packages.length && (ofLanguage || packages.length === candidates.length)) {
    return [...new Set(sure)];
  }
  return ofLanguage && sure.length === 0 ? null : undefined;
}

/** The packages and products that go by one of each question's candidates' names, each once. */
async function namedPackages(db: Db, all: readonly (readonly Candidate[])[]): Promise<NamedPackages> {
  const keys = new Map<string, number>();
  const wanted: PackageName[] = [];
  const placesOf = all.map((candidates) => {
    const places = candidates.map(({ kind, ecosystem, name }) => {
      const one: PackageName =
        kind === 'product' ? { name, ecosystem: null } : ecosystem === null ? { name } : { name, ecosystem };
      const key = JSON.stringify([one.name, one.ecosystem ?? (kind === 'product' ? '' : '*')]);
      const place = keys.get(key) ?? wanted.push(one) - 1;
      keys.set(key, place);
      return place;
    });
    return new Set(places);
  });
  const { packages: found, complete } = await packagesNamed(db, wanted);
  const packages = placesOf.map((places) => {
    // What is said of a whole ecosystem is not said of the package.
    const own = [...places].flatMap((place) => found[place] ?? []).filter(({ name }) => name !== '*');
    return Array.from(new Map(own.map((one) => [one.id, one])).values());
  });
  return { packages, complete };
}

interface NamedIssue {
  readonly issue: TrackedIssue;
  readonly cves: readonly string[];
  readonly packages: readonly string[];
  /** Places of the questions that it may name. */
  readonly names: ReadonlySet<number>;
}

interface NamedIssues {
  readonly issues: readonly NamedIssue[];
  /** Places of the questions of which some issues are missing. */
  readonly cut: ReadonlySet<number>;
}

/** Issues by the names that the tracker may use; which of them name a package, and how surely, core decides. */
export async function issuesOf(
  db: Db,
  questions: readonly MatchQuestion[],
  collections: readonly CollectionFacts[],
  moment: Moment | null,
): Promise<NamedIssues> {
  const placesOf = new Map<string, Set<number>>();
  questions.forEach((question, place) => {
    const collection = collections[place]?.facts ?? [];
    if (question.ecosystem != null) return;
    const starts = new Set([
      question.package,
      ...collection.slice(0, MOST_NAMES).flatMap(({ attribute, pname }) => [attribute, pname ?? attribute]),
    ]);
    for (const start of starts) {
      for (const { name } of nameVariants(start)) {
        const key = name.toLowerCase();
        const places = placesOf.get(key) ?? new Set();
        placesOf.set(key, places.add(place));
      }
    }
  });
  const { issues: rows, cut } = await issuesNaming(db, [...placesOf.keys()], moment?.at ?? null);
  const past = moment === null ? [] : rows.map(({ recordId }) => recordId);
  const hashes = await recordHashes(db, past, moment);
  // An issue that was opened then and seen only later was not known then, but to its source.
  const known = moment === null ? rows : rows.filter(({ recordId }) => hashes.has(recordId));
  const placesNamed = (names: Iterable<string>) => {
    const places = new Set<number>();
    for (const name of names) for (const place of placesOf.get(name) ?? []) places.add(place);
    return places;
  };
  const issues = known.map(({ recordId, number, title, url, state, cves, packages, fixed, sha256 }) => ({
    issue: { number, title, url, state, cves, packages, fixed, sha256: hashes.get(recordId) ?? sha256 ?? null },
    cves,
    packages,
    names: placesNamed(packages.map((name) => name.toLowerCase())),
  }));
  return { issues, cut: placesNamed(cut) };
}
