import { type FoundAssertion, type MatchFacts, type MatchQuestion, possibleIds } from '@almanac/core/matching';
import type { Subject } from '@almanac/core/ranges';
import { RECORD_SOURCES } from '@almanac/core/records';
import { flatMapped } from '@almanac/core/slices';
import { inSlices, nextTurn } from '../../platform/in-slices.ts';
import { countRecords } from '../../queries/count-records.ts';
import type { Documents } from '../../queries/documents.ts';
import { type NamedPackage, subjectOf } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import type { VulnerabilitySummary } from '../cve/vulnerability-summaries.ts';
import { ENTRIES_A_DOCUMENT } from './effort.ts';
import { type DetailsQuestion, type GatheredFacts, type GatherOptions, gatherFacts, momentIn } from './gather-facts.ts';
import { type MatchDetails, MOST_AHEAD, matchDetails } from './match-details.ts';
import { MAX_DOCUMENTS } from './read-record-facts.ts';

/** Questions that are answered together. */
const AT_ONCE = 100;

/** Everything that `matchPackage` needs to judge a question but the states of the sources, which decide the verdict alone. */
export interface LoadedFacts {
  readonly facts: Omit<MatchFacts, 'sources'>;
  readonly ecosystems: GatheredFacts['ecosystems'];
  readonly packages: GatheredFacts['packages'];
  /** Of the vulnerabilities that may match. */
  readonly summaries: ReadonlyMap<string, VulnerabilitySummary>;
  /** Of what may match: documents, summaries and further entries were read of these. */
  readonly ids: readonly string[];
}

/** Loads the facts of some questions, in their order; null where several are too much at once. */
export type LoadFacts = (questions: readonly MatchQuestion[]) => Promise<readonly LoadedFacts[] | null>;

/**
 * The facts of questions by name, in their order, some hundred at a time. In halves where a giant is among them, so that the others are
 * answered in full all the same. One after the other, since many giants would be too much to hold at once.
 */
export async function* eachLoaded(load: LoadFacts, questions: readonly MatchQuestion[]): AsyncGenerator<LoadedFacts> {
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    yield* inHalves(load, questions.slice(from, from + AT_ONCE));
    await nextTurn();
  }
}

async function* inHalves(load: LoadFacts, questions: readonly MatchQuestion[]): AsyncGenerator<LoadedFacts> {
  const loaded = await load(questions);
  if (loaded !== null) yield* loaded;
  else {
    const half = Math.ceil(questions.length / 2);
    yield* inHalves(load, questions.slice(0, half));
    yield* inHalves(load, questions.slice(half));
  }
}

export function factsLoader(db: Db, documents: Documents, options: GatherOptions): LoadFacts {
  return (questions) => loadFacts(db, documents, questions, options);
}

/** The facts of questions by name, in their order; null where several are too much at once. */
export async function loadFacts(
  db: Db,
  documents: Documents,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): Promise<readonly LoadedFacts[] | null> {
  const { signal } = options;
  const ahead = (trip: Db, question: DetailsQuestion) => matchDetails(trip, documents, question, options);
  const found = await gatherFacts(db, questions, options, { most: MOST_AHEAD, read: ahead });
  if (found === null) return null;
  const { gathered } = found;
  const idsOf: (readonly string[])[] = [];
  const maxIds = options.at === null ? undefined : MAX_DOCUMENTS;
  for (const { facts } of gathered) idsOf.push(await inSlices(possibleIds(facts, maxIds), signal));
  const ids = [...new Set(idsOf.flat())];
  // Entries that surely do not hold were left out; of what may match they are read, too: they may clear it.
  const packageIds = [...new Set(gathered.flatMap(({ packages }) => packages.map(({ id }) => id)))];
  const { said, summaries, ...details } = isAmong(ids, found.ahead)
    ? found.ahead
    : await matchDetails(db, documents, { ids, packageIds, countedPackages: null }, options);
  const entries = Map.groupBy(said.entries, ({ assertion }) => assertion.record.id);
  const records = Map.groupBy(details.records, ({ id }) => id);
  const loaded: LoadedFacts[] = [];
  for (const [i, { facts, excluded: listed, ecosystems, packages, ownPackages }] of gathered.entries()) {
    const own = idsOf[i] ?? [];
    const isRead = new Set(own);
    const others = (listed ?? []).filter(({ assertion }) => !isRead.has(assertion.record.id));
    const whole = own.flatMap((id) => entries.get(id) ?? []);
    const keys = new Set(
      await inSlices(
        flatMapped(whole, (one) => [formatStatementKey(one)]),
        signal,
      ),
    );
    const rest = flatMapped(facts.found, (one) => (keys.has(formatStatementKey(one)) ? [] : [one]));
    const stated = [...(await inSlices(rest, signal)), ...whole, ...others];
    const read = own.flatMap((id) => records.get(id) ?? []);
    options.evaluated?.(
      facts.found.length + whole.length + others.length + (options.at === null ? 1 : ENTRIES_A_DOCUMENT) * read.length,
    );
    const excluded =
      options.counted === true && listed === null
        ? await excludedRecords(db, ownPackages, stated, details.counted, options)
        : 0;
    loaded.push({
      ecosystems,
      packages,
      summaries,
      ids: own,
      facts: { ...facts, found: stated, excluded, records: read, complete: facts.complete !== false && said.complete },
    });
  }
  return loaded;
}

function isAmong(ids: readonly string[], ahead: MatchDetails | null): ahead is MatchDetails {
  return ahead !== null && ahead.said.complete && ids.every((id) => ahead.ids.has(id));
}

/** A record's entries about one subject are read together or not at all. */
function formatStatementKey({ assertion: { record, subject } }: FoundAssertion): string {
  return `${record.source} ${record.id} ${subjectKey(subject)}`;
}

function subjectKey({ ecosystem, vendor, name }: Subject): string {
  return JSON.stringify([ecosystem, vendor, name]);
}

/** How many records about the package were not read, since their bounds surely exclude the version. */
async function excludedRecords(
  db: Db,
  packages: readonly NamedPackage[],
  found: MatchFacts['found'],
  counted: number | null,
  { vulnerability, signal, ...options }: GatherOptions,
): Promise<number> {
  // Of one vulnerability everything is read.
  if (vulnerability !== undefined) return 0;
  const subjects = new Set(packages.map((one) => subjectKey(subjectOf(one))));
  const read = await inSlices(
    flatMapped(found, ({ assertion: { withdrawn, subject, record } }) =>
      !withdrawn && subjects.has(subjectKey(subject)) ? [`${record.source} ${record.id}`] : [],
    ),
    signal,
  );
  const ids = packages.map(({ id }) => id);
  const all = counted ?? (await countRecords(db, ids, RECORD_SOURCES, momentIn(options)));
  return Math.max(0, all - new Set(read).size);
}
