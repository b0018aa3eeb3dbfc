import {
  judgingPackage,
  type MatchFacts,
  type MatchResult,
  matchesOf,
  type PackageJudgement,
  rejectedRecord,
  summarised,
} from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import { inSlices } from '../../platform/in-slices.ts';
import type { VulnerabilitySummary } from '../cve/vulnerability-summaries.ts';
import { type ExactBatch, type ExactFacts, type ExactOptions, type ExactQuestion, exactFacts } from './exact-facts.ts';
import type { ExactReads } from './exact-reads.ts';

/** A judged package, without matches to show. */
export interface ExactJudged {
  readonly question: ExactQuestion;
  readonly judged: PackageJudgement;
  /** What it was judged from. */
  readonly facts: MatchFacts;
}

export interface ExactMatches {
  readonly question: ExactQuestion;
  readonly result: MatchResult;
  readonly facts: MatchFacts;
}

export type SourcesOf = (question: ExactQuestion) => MatchFacts['sources'];

/**
 * Matches of many packages, each by ecosystem and exact name. What stands in documents alone, such as references, is not read: with the
 * ecosystem given, it decides nothing.
 */
export async function matchExact(
  reads: ExactReads,
  questions: readonly ExactQuestion[],
  sourcesOf: SourcesOf,
  options: ExactOptions,
): Promise<readonly ExactMatches[]> {
  const matches: ExactMatches[] = [];
  for await (const batch of exactFacts(reads, questions, options)) {
    const { settled, summaries } = await settleBatch(reads, batch, sourcesOf, options);
    for (const { question, judged, facts } of settled) {
      matches.push({ question, result: await inSlices(shown(facts, judged, summaries), options.signal), facts });
    }
  }
  return matches;
}

/** The same for who shows no matches. */
export async function judgeExact(
  reads: ExactReads,
  questions: readonly ExactQuestion[],
  sourcesOf: SourcesOf,
  options: ExactOptions,
): Promise<readonly ExactJudged[]> {
  const all: ExactJudged[] = [];
  for await (const batch of exactFacts(reads, questions, options)) {
    all.push(...(await settleBatch(reads, batch, sourcesOf, options)).settled);
  }
  return all;
}

type Summaries = ReadonlyMap<string, VulnerabilitySummary>;

function* shown(facts: MatchFacts, judged: PackageJudgement, summaries: Summaries): Generator<void, MatchResult> {
  return yield* summarised(yield* matchesOf(facts, judged), summaries);
}

/**
 * A second look at what may match. Entries that surely do not hold were left out; of these ids they are read, too, since they speak
 * against a match. Nothing of a rejected CVE matches.
 */
async function settleBatch(
  reads: ExactReads,
  { facts, packageIds }: ExactBatch,
  sourcesOf: SourcesOf,
  { moment = null, sources = RECORD_SOURCES, signal }: ExactOptions,
): Promise<{ readonly settled: readonly ExactJudged[]; readonly summaries: Summaries }> {
  const first: { readonly fact: MatchFacts & ExactFacts; readonly judged: PackageJudgement; readonly own: string[] }[] =
    [];
  for (const known of facts) {
    const fact = { ...known, sources: sourcesOf(known.question) };
    const judged = await inSlices(judgingPackage(fact), signal);
    first.push({ fact, judged, own: idsOf(judged) });
  }
  const ids = [...new Set(first.flatMap(({ own }) => own))];
  const at = moment?.at ?? null;
  const wanted = { ids, sources, packageIds, at: moment };
  // Many are read page by page, so that others have their turn between two pages.
  const [{ entries, complete }, summaries, rejected] =
    ids.length > MOST_TOGETHER
      ? [await reads.entries(wanted), await reads.summaries(ids, at), await rejectedAt(reads, ids, at)]
      : await reads.together((trip) =>
          Promise.all([trip.entries(wanted), trip.summaries(ids, at), rejectedAt(trip, ids, at)]),
        );
  const entriesOf = Map.groupBy(entries, ({ assertion }) => assertion.record.id);
  function* settling({ fact, judged, own }: (typeof first)[number]): Generator<void, ExactJudged> {
    const { question } = fact;
    const said = own.flatMap((id) => entriesOf.get(id) ?? []);
    const records = own.flatMap((id) => (rejected.has(id) ? [rejectedRecord(id)] : []));
    const known = Map.groupBy(fact.found, ({ assertion }) => assertion.record.id);
    const isAll = own.every((id) => (entriesOf.get(id)?.length ?? 0) === (known.get(id)?.length ?? 0));
    if (isAll && complete && records.length === 0) return { question, judged, facts: fact };
    const isComplete = fact.complete !== false && complete;
    const all: MatchFacts = { ...fact, found: fact.found.concat(said), records, complete: isComplete };
    return { question, judged: yield* judgingPackage(all), facts: all };
  }
  const settled: ExactJudged[] = [];
  for (const one of first) settled.push(await inSlices(settling(one), signal));
  return { settled, summaries };
}

const MOST_TOGETHER = 500;

/** A CVE that was rejected later was not rejected then. */
async function rejectedAt(reads: ExactReads, ids: readonly string[], at: Date | null): Promise<ReadonlySet<string>> {
  const rejected = await reads.rejected(ids);
  return new Set([...rejected].flatMap(([id, when]) => (at !== null && when !== null && when > at ? [] : [id])));
}

/** Of all that matches or is cleared. */
function idsOf({ vulnerabilities }: PackageJudgement): string[] {
  return [...new Set(vulnerabilities.flatMap(({ gathered }) => gathered.ids))];
}
