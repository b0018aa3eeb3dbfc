import { type MatchFacts, type MatchResult, matchPackage } from '@almanac/core';
import { RECORD_SOURCES } from '../../app/judging/gather-facts.ts';
import { summarised } from '../../app/judging/summarised.ts';
import type { Moment } from '../../queries/affected-held.ts';
import { affectedOfIds } from '../../queries/affected-of-ids.ts';
import { rejectedCves } from '../../queries/rejected-cves.ts';
import { vulnerabilitySummaries } from '../../queries/vulnerability-summaries.ts';
import type { Db } from '../../store/database.ts';
import { type ExactBatch, type ExactQuestion, exactFacts } from './exact-facts.ts';
import { rejectedRecord } from './rejected-record.ts';

export interface ExactMatches {
  readonly question: ExactQuestion;
  readonly result: MatchResult;
}

/**
 * Matches of many packages, each by ecosystem and exact name. What stands in documents alone, such as references, is not read: with the
 * ecosystem given, it decides nothing.
 */
export async function matchExact(
  db: Db,
  questions: readonly ExactQuestion[],
  sourcesOf: (question: ExactQuestion) => MatchFacts['sources'],
  moment: Moment | null = null,
): Promise<readonly ExactMatches[]> {
  const matches: ExactMatches[] = [];
  for await (const batch of exactFacts(db, questions, moment)) {
    matches.push(...(await settled(db, batch, sourcesOf, moment)));
  }
  return matches;
}

/**
 * A second look at what may match. Entries that surely do not hold were left out; of these ids they are read, too, since they speak
 * against a match. Nothing of a rejected CVE matches.
 */
async function settled(
  db: Db,
  { facts, packageIds }: ExactBatch,
  sourcesOf: (question: ExactQuestion) => MatchFacts['sources'],
  moment: Moment | null,
): Promise<readonly ExactMatches[]> {
  const first = facts.map((known) => {
    const fact = { ...known, sources: sourcesOf(known.question) };
    const result = matchPackage(fact);
    return { fact, result, own: idsOf(result) };
  });
  const ids = [...new Set(first.flatMap(({ own }) => own))];
  const { entries, complete } = await affectedOfIds(db, { ids, sources: RECORD_SOURCES, packageIds, at: moment });
  const entriesOf = Map.groupBy(entries, ({ assertion }) => assertion.record.id);
  const summaries = await vulnerabilitySummaries(db, ids, moment?.at ?? null);
  const rejected = await rejectedAt(db, ids, moment?.at ?? null);
  return first.map(({ fact, result: found, own }) => {
    const { question } = fact;
    const said = own.flatMap((id) => entriesOf.get(id) ?? []);
    const records = own.flatMap((id) => (rejected.has(id) ? [rejectedRecord(id)] : []));
    const known = Map.groupBy(fact.found, ({ assertion }) => assertion.record.id);
    const isAll = own.every((id) => (entriesOf.get(id)?.length ?? 0) === (known.get(id)?.length ?? 0));
    if (isAll && complete && records.length === 0) return { question, result: summarised(found, summaries) };
    const result = matchPackage({
      ...fact,
      found: fact.found.concat(said),
      records,
      complete: fact.complete !== false && complete,
    });
    return { question, result: summarised(result, summaries) };
  });
}

/** A CVE that was rejected later was not rejected then. */
async function rejectedAt(db: Db, ids: readonly string[], at: Date | null): Promise<ReadonlySet<string>> {
  const rejected = await rejectedCves(db, ids);
  return new Set([...rejected].flatMap(([id, when]) => (at !== null && when !== null && when > at ? [] : [id])));
}

function idsOf({ matches, otherMatches, cleared }: MatchResult): string[] {
  return [...new Set([...matches, ...otherMatches, ...cleared].flatMap(({ id, aliases }) => aliases.concat(id)))];
}
