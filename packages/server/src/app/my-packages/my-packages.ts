import { type Coverage, countRequests, LIST_WEIGHTS, type MyPackages, type SourceId } from '@almanac/contract';
import { listSentence, listTotals } from '@almanac/core/my-packages';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { PACKAGE_SOURCES } from '../judging/gather-facts.ts';
import { packageCoverage } from '../packages/coverage.ts';
import { judgeMany, type KeyedQuestion } from '../packages/judge-many.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { SetResult } from '../packages/judge-packs.ts';
import type { ChosenPackages } from './chosen.ts';
import { type ListedVersion, listQuestions } from './list-questions.ts';
import { listRows } from './list-rows.ts';

/** Versions of the collection that one answer judges: of a hundred packages in two channels, all. */
export const MOST_OF_COLLECTION = 250;
/** What is not judged by then is unknown: an answer about most of a list is better than none. */
const PATIENCE_MS = 6_000;

const CONSULTED: readonly SourceId[] = [...PACKAGE_SOURCES, 'kev', 'epss'];

export interface MyAnswer {
  readonly data: MyPackages;
  readonly envelopeFields: Coverage;
  /** Time ran out before the last was judged: whoever asks next may get more. */
  readonly cutShort: boolean;
}

/** What needs attention in a list of packages: for the page, `POST /my`, the feeds and the badge. */
export async function myPackages(
  deps: MatchDeps & Pick<Deps, 'boards' | 'graph' | 'now'>,
  chosen: ChosenPackages,
  { charge }: Pick<Context, 'charge'>,
): Promise<MyAnswer> {
  const { questions, left } = await deps.databases.readWithFallback((db) => listQuestions(db, chosen));
  const { results, cutShort } = await judgeInTime(deps, questions, charge);
  const { coverage, asOf } = await packageCoverage(deps, CONSULTED);
  const unchecked = cutShort ? TOO_LATE : TOO_MANY;
  const rows = await listRows(deps, questions, results, unchecked);
  const totals = listTotals(rows, left);
  return { data: { sentence: listSentence(totals), totals, left, rows }, envelopeFields: { coverage, asOf }, cutShort };
}

const TOO_LATE = 'Not checked in time. Try again, or check fewer packages at once.';
const TOO_MANY = `Not checked: the limit is ${MOST_OF_COLLECTION} nixpkgs versions per request.`;

async function judgeInTime(
  deps: MatchDeps & Pick<Deps, 'now'>,
  questions: readonly ListedVersion[],
  charge: Context['charge'],
): Promise<{ readonly results: ReadonlyMap<number, SetResult>; readonly cutShort: boolean }> {
  const asked = questions.flatMap(({ question }, place): KeyedQuestion[] =>
    question === null ? [] : [[String(place), question]],
  );
  const exact = asked.filter(([, { ecosystem }]) => ecosystem != null);
  const named = asked.filter(([, { ecosystem }]) => ecosystem == null).slice(0, MOST_OF_COLLECTION);
  await charge(countRequests(LIST_WEIGHTS, [named.length, exact.length]) - 1);
  const until = deps.now() + PATIENCE_MS;
  const results = new Map<number, SetResult>();
  for await (const [place, result] of judgeMany(deps, [...exact, ...named])) {
    results.set(Number(place), result);
    if (deps.now() > until) break;
  }
  return { results, cutShort: results.size < exact.length + named.length };
}
