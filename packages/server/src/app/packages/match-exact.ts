import {
  type MatchedRecords,
  type MatchFacts,
  type MatchResult,
  matchingRecords,
  rejectedRecord,
  summarised,
} from '@almanac/core/matching';
import { inSlices } from '../../platform/in-slices.ts';
import { RECORD_SOURCES } from '../judging/gather-facts.ts';
import { type ExactBatch, type ExactFacts, type ExactOptions, type ExactQuestion, exactFacts } from './exact-facts.ts';
import type { ExactReads } from './exact-reads.ts';

export interface ExactMatches extends MatchedRecords {
  readonly question: ExactQuestion;
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
  const first: { readonly fact: MatchFacts & ExactFacts; readonly found: MatchedRecords; readonly own: string[] }[] =
    [];
  for (const known of facts) {
    const fact = { ...known, sources: sourcesOf(known.question) };
    const found = await inSlices(matchingRecords(fact), signal);
    first.push({ fact, found, own: idsOf(found.result) });
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
  function* settling({ fact, found, own }: (typeof first)[number]): Generator<void, ExactMatches> {
    const { question } = fact;
    const said = own.flatMap((id) => entriesOf.get(id) ?? []);
    const records = own.flatMap((id) => (rejected.has(id) ? [rejectedRecord(id)] : []));
    const known = Map.groupBy(fact.found, ({ assertion }) => assertion.record.id);
    const isAll = own.every((id) => (entriesOf.get(id)?.length ?? 0) === (known.get(id)?.length ?? 0));
    if (isAll && complete && records.length === 0) {
      return { question, result: yield* summarised(found.result, summaries), outcomes: found.outcomes, facts: fact };
    }
    const isComplete = fact.complete !== false && complete;
    const all: MatchFacts = { ...fact, found: fact.found.concat(said), records, complete: isComplete };
    const { result, outcomes } = yield* matchingRecords(all);
    return { question, result: yield* summarised(result, summaries), outcomes, facts: all };
  }
  const matches: ExactMatches[] = [];
  for (const one of first) matches.push(await inSlices(settling(one), signal));
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
