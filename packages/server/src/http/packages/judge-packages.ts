import { setImmediate } from 'node:timers/promises';
import type { Coverage, CoverageRow, SourceId } from '@almanac/contract';
import {
  type Match,
  type MatchFacts,
  type MatchQuestion,
  type MatchResult,
  matchPackage,
  type RecordFact,
  recordFactOf,
} from '@almanac/core';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../../queries/vulnerability-summaries.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { packageCoverage } from './coverage.ts';
import { type GatheredFacts, type GatherOptions, gatherFacts, RECORD_SOURCES } from './match-facts.ts';

/** Questions that are answered together. */
const AT_ONCE = 50;
/** Ids whose documents are read for one question, those of the strongest matches first. */
const MOST_DOCUMENTS = 2_000;
const DOCUMENTS_AT_ONCE = 100;

const CONSULTED: readonly SourceId[] = [...RECORD_SOURCES, 'nixpkgs', 'packages'];

/** What judging reads from. */
export type MatchDeps = Pick<Deps, 'databases' | 'documents' | 'sourceStates'>;

/** A package with its verdict, and everything that the verdict was made from. */
export interface JudgedPackage extends Coverage {
  readonly question: MatchQuestion;
  readonly result: MatchResult;
  readonly facts: MatchFacts;
}

/**
 * The one place where a package is judged by name: by `/vulns`, `/purl`, the collection's part of a CVE, plans, the graph, health,
 * pull requests and pages. In the order of the questions. Many packages with their ecosystem go through `matchExact`, which
 * judges by the same rules from the tables alone.
 */
export async function judgePackages(
  deps: MatchDeps,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): Promise<readonly JudgedPackage[]> {
  const judged: JudgedPackage[] = [];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    judged.push(...(await judgeSome(deps, questions.slice(from, from + AT_ONCE), options)));
    // Others get their turn between two batches.
    await setImmediate();
  }
  return judged;
}

/** One of them. */
export async function judgePackage(
  deps: MatchDeps,
  question: MatchQuestion,
  options: GatherOptions,
): Promise<JudgedPackage> {
  const [judged] = await judgePackages(deps, [question], options);
  if (judged === undefined) throw new RangeError('a question has one answer');
  return judged;
}

async function judgeSome(
  deps: MatchDeps,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): Promise<readonly JudgedPackage[]> {
  const { at } = options;
  const { gathered, complete } = await deps.databases.readWithFallback(async (db) => {
    const first = await gatherFacts(db, questions, options);
    const idsOf = first.map(({ facts }) => possibleIds(matchPackage({ ...facts, records: [], sources: [] })));
    const ids = [...new Set(idsOf.flat())];
    // Entries that surely do not hold were left out; of what may match they are read, too: they may clear it.
    const packageIds = [...new Set(first.flatMap((one) => one.packageIds))];
    const entries = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at });
    const records = await readDocuments(deps, db, ids, at);
    const summaries = await vulnerabilitySummaries(db, ids, at);
    return { gathered: first, complete: idsOf.map((own) => ({ own: new Set(own), entries, records, summaries })) };
  });
  return Promise.all(
    gathered.map(async (one, i): Promise<JudgedPackage> => {
      const more = complete[i];
      const { coverage, asOf } = await coverageOf(deps, one);
      const facts: MatchFacts = {
        ...one.facts,
        found: [
          ...one.facts.found,
          ...(more?.entries ?? []).filter(({ assertion }) => more?.own.has(assertion.record.id) === true),
        ],
        records: (more?.records ?? []).filter(({ id }) => more?.own.has(id) === true),
        sources: coverage.map(({ source, state }) => ({ source, state })),
      };
      const result = withSummaries(matchPackage(facts), more?.summaries ?? new Map());
      return { question: facts.question, result, facts, coverage, asOf };
    }),
  );
}

/** The ids of what may match, the strongest first, then of what was cleared. */
function possibleIds({ matches, otherMatches, cleared }: MatchResult): string[] {
  const ids = new Set<string>();
  for (const { id, aliases } of [...matches, ...otherMatches, ...cleared]) {
    for (const each of [id, ...aliases]) ids.add(each);
  }
  return [...ids].slice(0, MOST_DOCUMENTS);
}

/** Title and severity as every other answer about the vulnerability gives them. */
export function withSummaries(result: MatchResult, summaries: ReadonlyMap<string, VulnerabilitySummary>): MatchResult {
  const summarised = (match: Match): Match => {
    const known = [match.id, ...match.aliases].flatMap((id) => summaries.get(id) ?? []);
    const severity = known.map((one) => one.severity).find((rating) => rating !== null && rating !== 'none');
    const title = known.map((one) => one.title).find((text) => text !== null);
    return { ...match, severity: (severity as Match['severity']) ?? null, title: title ?? match.title };
  };
  return {
    ...result,
    matches: result.matches.map(summarised).toSorted(worstFirst),
    otherMatches: result.otherMatches.map(summarised).toSorted(worstFirst),
  };
}

const CONFIDENCES: readonly Match['confidence'][] = ['high', 'medium', 'low'];
const SEVERITIES: readonly Match['severity'][] = ['critical', 'high', 'medium', 'low', null];

/** Surest first, then worst, then by id. */
export function worstFirst(a: Match, b: Match): number {
  return (
    CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence) ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Of a language that OSV has no ecosystem for, only records of products can tell. */
async function coverageOf(deps: MatchDeps, { ecosystems }: GatheredFacts): Promise<Coverage> {
  const { coverage, asOf } = await packageCoverage(deps, CONSULTED, ecosystems ?? undefined);
  if (ecosystems !== null) return { coverage, asOf };
  return { coverage: coverage.map((row) => (REGISTRIES.includes(row.source) ? notCovered(row) : row)), asOf };
}

/** Sources that name packages of registries alone. */
const REGISTRIES: readonly SourceId[] = ['osv', 'advisory'];

function notCovered({ source, checkedAt, changedAt }: CoverageRow): CoverageRow {
  return { source, state: 'not_covered', checkedAt, changedAt };
}

/**
 * What the documents of possible matches say besides packages. References tell whose software a record is about, so that
 * documents are read of everything that might match.
 */
async function readDocuments(
  { documents }: MatchDeps,
  db: Db,
  ids: readonly string[],
  at: Date | null,
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
    await setImmediate();
  }
  return read;
}

function isRecordSource(source: SourceId): source is (typeof RECORD_SOURCES)[number] {
  return RECORD_SOURCES.some((each) => each === source);
}
