import { setImmediate } from 'node:timers/promises';
import type { Coverage, CoverageRow, SourceId, Verdict, VulnsResult } from '@almanac/contract';
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
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { packageCoverage } from './coverage.ts';
import { type GatheredFacts, gatherFacts, RECORD_SOURCES } from './match-facts.ts';

/** Ids whose documents are read for one answer, those of the strongest matches first. */
const MOST_DOCUMENTS = 2_000;
const DOCUMENTS_AT_ONCE = 100;
/** Matches in one answer; the rest is counted. */
const MOST_MATCHES = 1_000;

const CONSULTED: readonly SourceId[] = [...RECORD_SOURCES, 'nixpkgs', 'packages'];

/** What matching reads from. */
export type MatchDeps = Pick<Deps, 'databases' | 'documents' | 'sourceStates'>;

export interface VulnsAnswer {
  readonly data: VulnsResult;
  readonly beside: Coverage & { readonly verdict: Verdict; readonly verdictReason: string; readonly at?: string };
}

/** The answer about a package: what matches it, and why. */
export async function vulnsAnswer(deps: Deps, question: MatchQuestion, at: Date | null): Promise<VulnsAnswer> {
  const { result, coverage, asOf } = await matchedPackage(deps, question, at);
  const { matches, otherMatches, osvMatches, verdict, verdictReason, evaluated } = result;
  const shown = matches.slice(0, MOST_MATCHES);
  const others = otherMatches.slice(0, MOST_MATCHES);
  return {
    data: {
      package: question.package,
      version: question.version ?? 'any',
      matches: shown.map((match) => ({ cve: match.cve ?? match.id, ...shownMatch(match) })),
      osvMatches: { ...osvMatches },
      otherMatches: others.map((match) => ({ id: match.id, ...shownMatch(match) })),
      total: matches.length + otherMatches.length,
      truncated: shown.length < matches.length || others.length < otherMatches.length,
      evaluated,
    },
    beside: {
      verdict,
      verdictReason,
      coverage,
      asOf,
      ...(at === null ? {} : { at: at.toISOString() }),
    },
  };
}

/** The matches of a question with the state of all that was asked; `/purl` makes its answers of the same. */
export async function matchedPackage(
  deps: MatchDeps,
  question: MatchQuestion,
  at: Date | null,
): Promise<Coverage & { readonly result: MatchResult; readonly facts: MatchFacts }> {
  const { gathered, found, records } = await deps.databases.readWithFallback(async (db) => {
    const first = await gatherFacts(db, question, at);
    const ids = idsOf(matchPackage({ ...first.facts, records: [], sources: [] }));
    // Entries that surely do not hold were left out; of what may match they are read, too: they speak against it.
    const { packageIds } = first;
    const entries = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at });
    return {
      gathered: first,
      found: [...first.facts.found, ...entries],
      records: await readDocuments(deps, db, ids, at),
    };
  });
  const { coverage, asOf } = await coverageOf(deps, gathered);
  const sources = coverage.map(({ source, state }) => ({ source, state }));
  const facts: MatchFacts = { ...gathered.facts, found, records, sources };
  return { result: matchPackage(facts), facts, coverage, asOf };
}

/** Of a language that OSV has no ecosystem for, only records of products can speak. */
async function coverageOf(deps: MatchDeps, { ecosystems }: GatheredFacts): Promise<Coverage> {
  const { coverage, asOf } = await packageCoverage(deps, CONSULTED, ecosystems ?? undefined);
  if (ecosystems !== null) return { coverage, asOf };
  return { coverage: coverage.map((row) => (REGISTRIES.includes(row.source) ? notCovered(row) : row)), asOf };
}

/** Sources that speak of packages of registries alone. */
const REGISTRIES: readonly SourceId[] = ['osv', 'advisory'];

function notCovered({ source, checkedAt, changedAt }: CoverageRow): CoverageRow {
  return { source, state: 'not_covered', checkedAt, changedAt };
}

/** The ids of what may match, the strongest first. */
function idsOf({ matches, otherMatches }: MatchResult): string[] {
  const ids = new Set<string>();
  for (const { id, aliases } of [...matches, ...otherMatches]) for (const each of [id, ...aliases]) ids.add(each);
  return [...ids].slice(0, MOST_DOCUMENTS);
}

/**
 * What the documents of possible matches say besides packages: titles, severities, references. References also tell whose
 * software a record speaks of, so that documents are read of everything that might match.
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
    // Others get their turn between two batches.
    await setImmediate();
  }
  return read;
}

function isRecordSource(source: SourceId): source is (typeof RECORD_SOURCES)[number] {
  return RECORD_SOURCES.some((each) => each === source);
}

type ShownMatch = Omit<VulnsResult['matches'][number], 'cve'>;

function shownMatch(match: Match): ShownMatch {
  return {
    confidence: match.confidence,
    status: match.status,
    source: match.source,
    ...(match.severity === null ? {} : { severity: match.severity }),
    title: match.title ?? match.id,
    affectedVersions: match.affectedVersions ?? 'unknown',
    ...(match.fixedIn === null ? {} : { fixedIn: match.fixedIn }),
    references: [...match.references],
    aliases: [...match.aliases],
    sources: [...match.sources],
    proof: { ...match.proof },
  };
}
