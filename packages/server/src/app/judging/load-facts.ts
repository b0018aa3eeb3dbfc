import type { SourceId } from '@almanac/contract';
import type { FoundAssertion, MatchFacts, MatchQuestion } from '@almanac/core/matching';
import { CVE_RECORD_SOURCES, RECORD_SOURCES } from '@almanac/core/records';
import type { Shard } from '@almanac/core/snapshots';
import { inOneTrip } from '../../platform/db.ts';
import { nextTurn, turns } from '../../platform/in-slices.ts';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { loadAliasGroups } from '../../queries/alias-groups-of.ts';
import type { Documents } from '../../queries/documents.ts';
import { knownAttributes } from '../../queries/known-attributes.ts';
import type { NamedPackage } from '../../queries/packages-named.ts';
import { sourcesByPackage } from '../../queries/sources-by-package.ts';
import type { Db } from '../../store/database.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { loadPacks } from '../packages/packs.ts';
import { ENTRIES_A_DOCUMENT } from './effort.ts';
import {
  type GatheredFacts,
  type GatherOptions,
  gatherFacts,
  type MeantPack,
  momentIn,
  packsOf,
  type ReadTogether,
} from './gather-facts.ts';
import { type PreparedQuestion, prepareQuestions } from './prepare-questions.ts';
import { DOCUMENTS_AT_ONCE, MAX_DOCUMENTS, readRecordFacts } from './read-record-facts.ts';
import { recordsOfVulnerability } from './records-of-vulnerability.ts';

/** Questions that are answered together. */
const AT_ONCE = 100;

/** Statements that are held for several questions at once. */
const MAX_HELD = 50_000;

/** Everything that `matchPackage` needs to judge a question but the states of the sources, which decide the verdict alone. */
export interface LoadedFacts extends Pick<GatheredFacts, 'ecosystems' | 'ids' | 'packages'> {
  readonly facts: Omit<MatchFacts, 'sources'>;
  /** Of the vulnerabilities that may match. */
  readonly summaries: Shard['summaries'];
}

/** Loads the facts of some questions, in their order; null where several are too much at once. */
export type LoadFacts = (questions: readonly MatchQuestion[]) => Promise<readonly LoadedFacts[] | null>;

/**
 * The facts of questions by name, in their order, some hundred at a time. In halves where a giant is among them. One after the other,
 * since many giants would be too much to hold at once.
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

/** The facts of questions by name, in their order, now or as they were known at an instant; null where several are too much at once. */
export async function loadFacts(
  db: Db,
  documents: Documents,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): Promise<readonly LoadedFacts[] | null> {
  if (questions.length === 0) return [];
  const { signal } = options;
  const moment = momentIn(options);
  const prepared = options.prepared?.(questions) ?? (await prepareQuestions(db, questions, moment));
  const read = await readTogether(db, prepared, options);
  if (read === null) return null;
  const gathered: GatheredFacts[] = [];
  const maxIds = moment === null ? undefined : MAX_DOCUMENTS;
  const turn = turns(signal);
  for (const one of prepared) {
    gathered.push(gatherFacts(one, read, options, maxIds));
    await turn();
  }
  const ids = [...new Set(gathered.flatMap((one) => one.ids))];
  const unsummarised = [...new Set(gathered.flatMap((one) => one.unsummarised))];
  const details = (trip: Db) =>
    [
      () => readRecordFacts(trip, documents, ids, moment),
      () => vulnerabilitySummaries(trip, unsummarised, options.at, options.summariesFrom),
    ] as const;
  // Of many, nobody holds a connection while documents are parsed.
  const [first, second] = details(db);
  const [records, summaries] =
    ids.length > DOCUMENTS_AT_ONCE
      ? [await first(), await second()]
      : await inOneTrip(db, (trip) => {
          const [a, b] = details(trip);
          return Promise.all([a(), b()]);
        });
  const recordsOf = Map.groupBy(records, ({ id }) => id);
  return gathered.map(({ facts, evaluated, summaries: packed, ...one }): LoadedFacts => {
    const own = one.ids.flatMap((id) => recordsOf.get(id) ?? []);
    options.evaluated?.(evaluated + (moment === null ? 1 : ENTRIES_A_DOCUMENT) * own.length);
    const { ids: named, packages, ecosystems } = one;
    return {
      ids: named,
      packages,
      ecosystems,
      summaries: new Map([...packed, ...summaries]),
      facts: { ...facts, records: own },
    };
  });
}

/** Loads what is said of packages, pack by pack. */
export async function* loadStatements(db: Db, packages: readonly NamedPackage[]): AsyncGenerator<MeantPack> {
  for await (const { name, shard } of loadPacks(db, packages.map(toPackName))) {
    yield* packsOf(packages, new Map([[packMark(name), shard]]));
  }
}

async function readTogether(
  db: Db,
  prepared: readonly PreparedQuestion[],
  options: GatherOptions,
): Promise<ReadTogether | null> {
  const { vulnerability } = options;
  const moment = momentIn(options);
  const records = vulnerability === undefined ? null : await recordsAbout(db, [...vulnerability], options);
  const packages = prepared.flatMap(({ meant }) => meant.packages);
  const packs = new Map<string, Shard>();
  const kept = new Set<string>();
  let held = 0;
  const { opened } = options;
  const given = { moment, isWithAliases: true, opened, ...(records === null ? {} : { ids: records.ids }) };
  for await (const { name, shard, isBuilt } of loadPacks(db, packages.map(toPackName), given)) {
    packs.set(packMark(name), shard);
    if (!isBuilt) kept.add(packMark(name));
    held += shard.packages.reduce((sum, { rows }) => sum + rows.length, 0);
    if (held > MAX_HELD && prepared.length > 1) return null;
  }
  const tracked = await readTracked(db, prepared, options);
  const packageIds = [...new Set(packages.map(({ id }) => id))];
  const speakers = records === null ? null : await sourcesByPackage(db, packageIds, RECORD_SOURCES, moment);
  return {
    ...tracked,
    packs,
    speakers,
    complete: tracked.complete && records?.complete !== false,
    kept,
  };
}

function recordsAbout(db: Db, ids: readonly string[], options: GatherOptions) {
  return options.records ?? recordsOfVulnerability(db, ids, momentIn(options));
}

const NO_FOUND: readonly FoundAssertion[] = [];

/** What is known of the CVEs that issues name, and of the one vulnerability that is asked about. */
async function readTracked(
  db: Db,
  prepared: readonly PreparedQuestion[],
  options: GatherOptions,
): Promise<Pick<ReadTogether, 'groups' | 'linked' | 'attributes' | 'complete'>> {
  const moment: Moment | null = momentIn(options);
  const issues = prepared.flatMap((one) => one.issues);
  const cves = [...new Set(issues.flatMap((issue) => issue.cves))];
  const others = [...new Set([...cves, ...(options.vulnerability ?? [])])];
  const names = [...new Set(issues.flatMap((issue) => issue.packages))];
  if (others.length === 0 && names.length === 0) {
    return { groups: [], linked: NO_FOUND, attributes: new Set(), complete: true };
  }
  const sources: readonly SourceId[] = CVE_RECORD_SOURCES;
  const [groups, linked, attributes] = await inOneTrip(db, (trip) =>
    Promise.all([
      loadAliasGroups(trip, others, moment),
      affectedOfIds(trip, { ids: cves, sources, packageIds: null, at: moment }),
      knownAttributes(trip, names),
    ]),
  );
  return { groups, linked: linked.entries, attributes, complete: linked.complete };
}
