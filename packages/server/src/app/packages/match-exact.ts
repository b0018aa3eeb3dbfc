import {
  judging,
  type MatchFacts,
  type MatchResult,
  matching,
  rejectedRecord,
  summarised,
} from '@almanac/core/matching';
import { inSlices } from '../../platform/in-slices.ts';
import { RECORD_SOURCES } from '../judging/gather-facts.ts';
import { type ExactBatch, type ExactFacts, type ExactOptions, type ExactQuestion, exactFacts } from './exact-facts.ts';
import type { ExactReads } from './exact-reads.ts';

export interface ExactMatches {
  readonly question: ExactQuestion;
  readonly result: MatchResult;
  /** What the result was judged from. */
  readonly facts: MatchFacts;
}

/**
 * Matches of many packages, each by ecosystem and exact name. What stands in documents alone, such as references, is not read: with the
 * ecosystem given, it decides nothing.
 */
export async function matchExact(
  reads: ExactReads,
  questions: readonly ExactQuestion[],
  sourcesOf: (question: ExactQuestion) => MatchFacts['sources'],
  options: ExactOptions,
): Promise<readonly ExactMatches[]> {
  const matches: ExactMatches[] = [];
  for await (const batch of exactFacts(reads, questions, options)) {
    matches.push(...(await settled(reads, batch, sourcesOf, options)));
  }
  return matches;
}

/**
 * A second look at what may match. Entries that surely do not hold were left out; of these ids they are read, too, since they speak
 * against a match. Nothing of a rejected CVE matches.
 */
async function settled(
  reads: ExactReads,
  { facts, packageIds }: ExactBatch,
  sourcesOf: (question: ExactQuestion) => MatchFacts['sources'],
  { moment = null, sources = RECORD_SOURCES, signal }: ExactOptions,
): Promise<readonly ExactMatches[]> {
  const first: { readonly fact: MatchFacts & ExactFacts; readonly result: MatchResult; readonly own: string[] }[] = [];
  for (const known of facts) {
    const fact = { ...known, sources: sourcesOf(known.question) };
    const result = await inSlices(matching(fact), signal);
    first.push({ fact, result, own: idsOf(result) });
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
  const settledOf = ({
    fact,
    result: found,
    own,
  }: (typeof first)[number]): { work: Generator<void, MatchResult>; facts: MatchFacts } => {
    const said = own.flatMap((id) => entriesOf.get(id) ?? []);
    const records = own.flatMap((id) => (rejected.has(id) ? [rejectedRecord(id)] : []));
    const known = Map.groupBy(fact.found, ({ assertion }) => assertion.record.id);
    const isAll = own.every((id) => (entriesOf.get(id)?.length ?? 0) === (known.get(id)?.length ?? 0));
    if (isAll && complete && records.length === 0) return { work: summarised(found, summaries), facts: fact };
    const isComplete = fact.complete !== false && complete;
    const all: MatchFacts = { ...fact, found: fact.found.concat(said), records, complete: isComplete };
    return { work: judging(all, summaries), facts: all };
  };
  const matches: ExactMatches[] = [];
  for (const one of first) {
    const { work, facts } = settledOf(one);
    matches.push({ question: one.fact.question, result: await inSlices(work, signal), facts });
  }
  return matches;
}

const MOST_TOGETHER = 500;

/** A CVE that was rejected later was not rejected then. */
async function rejectedAt(reads: ExactReads, ids: readonly string[], at: Date | null): Promise<ReadonlySet<string>> {
  const rejected = await reads.rejected(ids);
  return new Set([...rejected].flatMap(([id, when]) => (at !== null && when !== null && when > at ? [] : [id])));
}

function idsOf({ matches, otherMatches, cleared }: MatchResult): string[] {
  return [...new Set([...matches, ...otherMatches, ...cleared].flatMap(({ id, aliases }) => aliases.concat(id)))];
}
