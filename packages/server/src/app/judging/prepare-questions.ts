import {
  type CollectionFact,
  type IdentityContext,
  identityOf,
  LIKELY_FROM,
  type MatchQuestion,
  mayConcern,
  type TrackedIssue,
} from '@almanac/core/matching';
import { inOneTrip } from '../../platform/db.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { issuesNaming } from '../../queries/issues-naming.ts';
import {
  type NamedPackage,
  type NamedPackages,
  type PackageName,
  packagesNamed,
  toSubject,
} from '../../queries/packages-named.ts';
import { recordHashes } from '../../queries/record-hashes.ts';
import type { Db } from '../../store/database.ts';
import { type CollectionFacts, collectionFacts } from './collection-facts.ts';
import { type Meaning, type MeaningOf, meaningOf } from './meanings.ts';

/** Packages and products of the candidates' names; a name like `core` has thousands of vendors. */
const MOST_PACKAGES = 2_000;

/** What a question may mean. */
export interface MeantQuestion {
  readonly question: MatchQuestion;
  readonly collection: readonly CollectionFact[];
  readonly context: IdentityContext;
  readonly packages: readonly NamedPackage[];
  /** Those that are surely or likely the package itself. */
  readonly own: readonly NamedPackage[];
  readonly complete: boolean;
}

/** What is found out about a question before any statement of a record is read. */
export interface PreparedQuestion {
  readonly meant: MeantQuestion;
  /** Issues of the tracker that may name it. */
  readonly issues: readonly TrackedIssue[];
  /** Whether some issues are missing. */
  readonly isCut: boolean;
}

/**
 * For each question, in their order: what it may mean, and the issues that may name it. Three queries for all of them. `meaning` is for a
 * caller that keeps what it has worked out.
 */
export async function prepareQuestions(
  db: Db,
  questions: readonly MatchQuestion[],
  moment: Moment | null,
  meaning: MeaningOf = meaningOf,
): Promise<readonly PreparedQuestion[]> {
  const collections = await collectionFacts(db, questions, moment?.at ?? null);
  const asked = questions.map((question, i): AskedQuestion => {
    const collection = collections[i] ?? { facts: [], complete: true };
    return { question, collection, meaning: meaning(question, collection.facts) };
  });
  const [meant, { issuesOf, cut }] = await inOneTrip(db, (trip) =>
    Promise.all([meantBy(trip, asked), namingIssues(trip, asked, moment)]),
  );
  return meant.map((one, place) => ({ meant: one, issues: issuesOf(place), isCut: cut.has(place) }));
}

interface AskedQuestion {
  readonly question: MatchQuestion;
  readonly collection: CollectionFacts;
  readonly meaning: Meaning;
}

/** What each question may mean: entries of the collection, and packages and products that records name. */
async function meantBy(db: Db, asked: readonly AskedQuestion[]): Promise<readonly MeantQuestion[]> {
  const named = await namedPackages(
    db,
    asked.map(({ meaning }) => meaning.wanted),
  );
  return asked.map(({ question, collection, meaning: { context } }, i) => {
    const all = named.packages[i] ?? [];
    const packages = all.filter((one) => mayConcern(toSubject(one), context)).slice(0, MOST_PACKAGES);
    const complete = collection.complete && named.complete && all.length <= MOST_PACKAGES;
    const own = packages.filter((each) => (identityOf(toSubject(each), context, null)?.weight ?? 0) >= LIKELY_FROM);
    return { question, collection: collection.facts, context, packages, own, complete };
  });
}

/** The packages and products that go by one of each question's names, each once. */
async function namedPackages(db: Db, all: readonly Meaning['wanted'][]): Promise<NamedPackages> {
  const placeOf = new Map<string, number>();
  const names: PackageName[] = [];
  const placesOf = all.map((wanted) => {
    const places: number[] = [];
    for (const [key, name] of wanted) {
      const place = placeOf.get(key) ?? names.push(name) - 1;
      placeOf.set(key, place);
      places.push(place);
    }
    return places;
  });
  const { packages: found, complete } = await packagesNamed(db, names);
  const packages = placesOf.map((places) => {
    // What is said of a whole ecosystem is not said of the package.
    const own = places.flatMap((place) => found[place] ?? []).filter(({ name }) => name !== '*');
    return Array.from(new Map(own.map((one) => [one.id, one])).values());
  });
  return { packages, complete };
}

interface NamedIssues {
  /** By the place of the question. */
  readonly issuesOf: (place: number) => readonly TrackedIssue[];
  /** Places of the questions of which some issues are missing. */
  readonly cut: ReadonlySet<number>;
}

/** Issues by the names that the tracker may use; which of them name a package, and how surely, core decides. */
async function namingIssues(db: Db, asked: readonly AskedQuestion[], moment: Moment | null): Promise<NamedIssues> {
  const placesOf = new Map<string, number[]>();
  asked.forEach(({ meaning }, place) => {
    for (const name of meaning.trackedAs) {
      const places = placesOf.get(name);
      if (places === undefined) placesOf.set(name, [place]);
      else places.push(place);
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
  const issuesAt = new Map<number, TrackedIssue[]>();
  for (const { recordId, number, title, url, state, cves, packages, fixed, sha256 } of known) {
    const issue = { number, title, url, state, cves, packages, fixed, sha256: hashes.get(recordId) ?? sha256 ?? null };
    for (const place of placesNamed(packages.map((name) => name.toLowerCase()))) {
      const known = issuesAt.get(place);
      if (known === undefined) issuesAt.set(place, [issue]);
      else known.push(issue);
    }
  }
  return { issuesOf: (place) => issuesAt.get(place) ?? [], cut: placesNamed(cut) };
}
