import type { SourceId } from '@almanac/contract';
import { type MatchFacts, type MatchQuestion, matching, type RecordFact, recordFactOf } from '@almanac/core/matching';
import type { Subject } from '@almanac/core/ranges';
import { flatMapped } from '@almanac/core/slices';
import { inSlices, nextTurn } from '../../platform/in-slices.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { countRecords } from '../../queries/count-records.ts';
import type { Documents } from '../../queries/documents.ts';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import { type NamedPackage, subjectOf } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { ENTRIES_A_DOCUMENT } from './effort.ts';
import { type GatheredFacts, type GatherOptions, gatherFacts, momentIn, RECORD_SOURCES } from './gather-facts.ts';

/** Questions that are answered together. */
const AT_ONCE = 100;
/** Ids whose documents are read for one question, those of the strongest matches first. */
const MOST_DOCUMENTS = 2_000;
const DOCUMENTS_AT_ONCE = 100;

/** Everything that `matchPackage` needs to judge a question but the states of the sources, which decide the verdict alone. */
export interface LoadedFacts {
  readonly facts: Omit<MatchFacts, 'sources'>;
  readonly ecosystems: GatheredFacts['ecosystems'];
  /** Of the vulnerabilities that may match. */
  readonly summaries: ReadonlyMap<string, VulnerabilitySummary>;
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
  const { at, signal } = options;
  const moment = momentIn(options);
  const gathered = await gatherFacts(db, questions, options);
  if (gathered === null) return null;
  const idsOf: (readonly string[])[] = [];
  for (const { facts } of gathered) idsOf.push(await inSlices(possibleIds(facts), signal));
  const ids = [...new Set(idsOf.flat())];
  // Entries that surely do not hold were left out; of what may match they are read, too: they may clear it.
  const packageIds = [...new Set(gathered.flatMap((one) => one.packageIds))];
  const said = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at: moment });
  const entries = Map.groupBy(said.entries, ({ assertion }) => assertion.record.id);
  const records = Map.groupBy(await readDocuments(db, documents, ids, moment), ({ id }) => id);
  const summaries = await vulnerabilitySummaries(db, ids, at);
  const loaded: LoadedFacts[] = [];
  for (const [i, { facts, ecosystems, ownPackages }] of gathered.entries()) {
    const own = idsOf[i] ?? [];
    const found = [...facts.found, ...own.flatMap((id) => entries.get(id) ?? [])];
    const read = own.flatMap((id) => records.get(id) ?? []);
    options.evaluated?.(found.length + ENTRIES_A_DOCUMENT * read.length);
    const excluded = options.counted === true ? await excludedRecords(db, ownPackages, found, options) : 0;
    loaded.push({
      ecosystems,
      summaries,
      facts: { ...facts, found, excluded, records: read, complete: facts.complete !== false && said.complete },
    });
  }
  return loaded;
}

function subjectKey({ ecosystem, vendor, name }: Subject): string {
  return JSON.stringify([ecosystem, vendor, name]);
}

/** How many records about the package were not read, since their bounds surely exclude the version. */
async function excludedRecords(
  db: Db,
  packages: readonly NamedPackage[],
  found: MatchFacts['found'],
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
  return Math.max(0, (await countRecords(db, ids, RECORD_SOURCES, momentIn(options))) - new Set(read).size);
}

/**
 * The ids of what may match, the strongest first, then of what was cleared, then of the vulnerabilities of all other records that may hold
 * for the version: the references of a record that has only its name in common with the package may say that it is about the package.
 */
function* possibleIds(facts: GatheredFacts['facts']): Generator<void, string[]> {
  const { matches, otherMatches, cleared } = yield* matching({ ...facts, records: [], sources: [] });
  const ids = new Set<string>();
  for (const { id, aliases } of [...matches, ...otherMatches, ...cleared]) {
    for (const each of [id, ...aliases]) ids.add(each);
    if (ids.size >= MOST_DOCUMENTS) return [...ids].slice(0, MOST_DOCUMENTS);
  }
  const groupOf = new Map(facts.aliases.flatMap((group) => group.ids.map((id) => [id, group.ids] as const)));
  for (const { assertion } of facts.found) {
    yield;
    if (assertion.withdrawn) continue;
    const { id } = assertion.record;
    for (const own of [id, ...(facts.covers?.get(id) ?? [])]) {
      for (const each of groupOf.get(own) ?? [own]) ids.add(each);
    }
    if (ids.size >= MOST_DOCUMENTS) break;
  }
  return [...ids].slice(0, MOST_DOCUMENTS);
}

/**
 * What the documents of possible matches say besides packages. References tell whose software a record is about, so that
 * documents are read of everything that might match.
 */
export async function readDocuments(
  db: Db,
  documents: Documents,
  ids: readonly string[],
  at: Moment | null,
): Promise<RecordFact[]> {
  const read: RecordFact[] = [];
  for (let from = 0; from < ids.length; from += DOCUMENTS_AT_ONCE) {
    const kept = await documentsOfIds(db, ids.slice(from, from + DOCUMENTS_AT_ONCE), RECORD_SOURCES, at);
    const raws = await documents.unpack(
      db,
      kept.map(({ packed }) => packed),
    );
    kept.forEach(({ source, key, withdrawn }, i) => {
      const value: unknown = JSON.parse(raws[i]?.toString() ?? 'null');
      if (isRecordSource(source)) read.push(recordFactOf({ source, key, value, withdrawn }));
    });
    await nextTurn();
  }
  return read;
}

function isRecordSource(source: SourceId): source is (typeof RECORD_SOURCES)[number] {
  return RECORD_SOURCES.some((each) => each === source);
}
