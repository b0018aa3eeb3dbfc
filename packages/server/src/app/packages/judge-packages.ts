import type { Coverage, CoverageRow, SourceId } from '@almanac/contract';
import {
  answerForName,
  type MatchFacts,
  type MatchQuestion,
  type MatchResult,
  matchAndSummarise,
  matchPackage,
} from '@almanac/core/matching';
import { turns } from '../../platform/in-slices.ts';
import type { Documents } from '../../queries/documents.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { type GatheredFacts, type GatherOptions, PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { eachLoaded, type LoadedFacts, type LoadFacts, loadFacts } from '../judging/load-facts.ts';
import type { MeaningOf } from '../judging/meanings.ts';
import { settledFacts } from '../judging/settled-facts.ts';
import type { SourceStates } from '../sources/source-states.ts';
import { consultedSources, packageCoverage } from './coverage.ts';
import type { SetResult } from './judge-packs.ts';
import type { OpenedParts } from './pack-parts.ts';

/** The reads that judging needs, in the API and in the worker. */
export interface JudgingDeps {
  readonly databases: Pick<AlmanacDatabases, 'readWithFallback'>;
  readonly documents: Documents;
  readonly sourceStates: SourceStates;
  readonly signal: AbortSignal;
  /** Counts evaluated entries against the caller's budget. */
  readonly evaluated?: ((entries: number) => void) | undefined;
  /** Parts of large packs that the process has opened, where it answers many questions about giants. */
  readonly opened?: OpenedParts | undefined;
  /** Keeps what names mean, for a process that judges one set after the other. */
  readonly meaning?: MeaningOf;
}

export interface MatchDeps extends JudgingDeps {
  readonly databases: AlmanacDatabases;
}

/** A package with its verdict, and everything that the verdict was made from. */
export interface JudgedPackage extends Coverage {
  readonly question: MatchQuestion;
  readonly result: MatchResult;
  readonly facts: MatchFacts;
}

/**
 * Judges packages by name, in the order of the questions: for `/vulns`, `/purl`, the collection's part of a CVE, plans, pull requests and
 * pages. The graph and health take the same facts and the same judgement without a verdict. Packages with their ecosystem are judged
 * by `judgeByName` where many are asked about at once. One after the other: whoever needs little of each does not hold what all of them
 * are made from.
 */
export async function* judgePackages(
  deps: JudgingDeps,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): AsyncGenerator<JudgedPackage> {
  const turn = turns(deps.signal);
  for await (const { facts, summaries, coverage, asOf } of knownPackages(deps, questions, options)) {
    const result = matchAndSummarise(facts, summaries);
    yield { question: facts.question, result, facts, coverage, asOf };
    await turn();
  }
}

interface KnownPackage extends Coverage, Pick<LoadedFacts, 'summaries'> {
  readonly facts: MatchFacts;
}

/** Everything that the verdicts are made from. */
async function* knownPackages(
  deps: JudgingDeps,
  questions: readonly MatchQuestion[],
  options: GatherOptions,
): AsyncGenerator<KnownPackage> {
  const { signal, evaluated, opened } = deps;
  const load: LoadFacts = (some) =>
    deps.databases.readWithFallback((db) =>
      loadFacts(db, deps.documents, some, { ...options, signal, evaluated, opened }),
    );
  const coverages = openCoverages(deps, options);
  for await (const { facts: known, ecosystems, summaries } of eachLoaded(load, questions)) {
    const { coverage, asOf } = await coverages(ecosystems);
    const facts: MatchFacts = { ...known, sources: consultedSources(deps, coverage) };
    yield { facts, summaries, coverage, asOf };
  }
}

/** Of one of them, without a verdict. */
export async function packageFacts(
  deps: MatchDeps,
  question: MatchQuestion,
  options: GatherOptions,
): Promise<MatchFacts> {
  for await (const { facts } of knownPackages(deps, [question], options)) return facts;
  throw new RangeError('a question has one answer');
}

/** One of them. */
export async function judgePackage(
  deps: MatchDeps,
  question: MatchQuestion,
  options: GatherOptions,
): Promise<JudgedPackage> {
  for await (const judged of judgePackages(deps, [question], options)) return judged;
  throw new RangeError('a question has one answer');
}

/** Questions by name of which it is found out together whether anything may hold. */
const SET = 2_500;

/**
 * The same answers, for many packages: what a verdict is made from is read only of those for which something may hold, which are few.
 */
export async function* judgeSet(
  deps: MatchDeps,
  questions: readonly MatchQuestion[],
  options: Pick<GatherOptions, 'at' | 'clock'>,
): AsyncGenerator<SetResult> {
  const coverages = openCoverages(deps, options);
  const answers = new Map<string, SetResult>();
  const turn = turns(deps.signal);
  for (let from = 0; from < questions.length; from += SET) {
    const page = questions.slice(from, from + SET);
    const known = await deps.databases.readWithFallback((db) => settledFacts(db, page, options, deps.meaning));
    const preparedOf = new Map(known.map(({ prepared }) => [prepared.meant.question, prepared]));
    const prepared = (some: readonly MatchQuestion[]) => some.flatMap((question) => preparedOf.get(question) ?? []);
    const open = judgePackages(
      deps,
      page.filter((_, i) => known[i]?.settled === null),
      { ...options, prepared },
    );
    for (const { settled } of known) {
      if (settled === null) {
        const next = await open.next();
        if (next.done !== true) yield next.value.result;
        continue;
      }
      const { facts, ecosystems } = settled;
      const isWhole = deps.sourceStates.selection?.isWhole(facts.question, facts.collection);
      const alike = settled.alike === null ? null : `${settled.alike} ${isWhole}`;
      const before = alike === null ? undefined : answers.get(alike);
      if (before !== undefined) {
        yield answerForName(before, facts.question);
        continue;
      }
      const { coverage } = await coverages(ecosystems);
      const sources = consultedSources(deps, coverage);
      const result = matchPackage({ ...facts, sources });
      if (alike !== null) answers.set(alike, result);
      yield result;
      await turn();
    }
  }
}

/** The coverage of a package by where it belongs, found out once for each. */
function openCoverages(deps: JudgingDeps, { at, clock }: Pick<GatherOptions, 'at' | 'clock'>) {
  // By the sources' own clock the answer tells what they had published by then, as far as is known today.
  const states = clock === 'true' ? null : at;
  const known = new Map<string, Promise<Coverage>>();
  return (ecosystems: GatheredFacts['ecosystems']): Promise<Coverage> => {
    const key = JSON.stringify(ecosystems ?? String(ecosystems));
    const coverage = known.get(key) ?? coverageOf(deps, ecosystems, states);
    known.set(key, coverage);
    return coverage;
  };
}

/** Of a language that OSV has no ecosystem for, only records of products can tell. */
async function coverageOf(
  deps: JudgingDeps,
  ecosystems: GatheredFacts['ecosystems'],
  at: Date | null,
): Promise<Coverage> {
  const { coverage, asOf } = await packageCoverage(deps, PACKAGE_SOURCES, ecosystems ?? undefined, at);
  if (ecosystems !== null) return { coverage, asOf };
  return { coverage: coverage.map((row) => (REGISTRIES.includes(row.source) ? notCovered(row) : row)), asOf };
}

/** Sources that name packages of registries alone. */
const REGISTRIES: readonly SourceId[] = ['osv', 'advisory'];

function notCovered({ source, checkedAt, changedAt }: CoverageRow): CoverageRow {
  return { source, state: 'not_covered', checkedAt, changedAt };
}
