import type { PackageAdvice } from '@almanac/core/advice';
import { type Match, type MatchFacts, surestFirst, type VerdictAnswer } from '@almanac/core/matching';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { adviseVersions } from '../advice/advise-versions.ts';
import { statesByEcosystem } from '../packages/coverage.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import { judgeSet, type MatchDeps } from '../packages/judge-packages.ts';
import { type ExactQuestion, judgeByName, type SetResult } from '../packages/judge-packs.ts';
import type { ComponentGroup } from './groups.ts';

/** What is known of a group of components. */
export interface JudgedGroup extends VerdictAnswer {
  readonly group: ComponentGroup;
  /** Surest and worst first. */
  readonly matches: readonly Match[];
  /** What to do about an affected version; null where that was not checked, and for the past. */
  readonly advice?: PackageAdvice | null;
}

/** Groups that are asked about together. */
const PAGE = 500;
/** Of a document with packages of the collection alone, as closures are: a question takes as many round trips for few as for many. */
const CLOSURE_PAGE = 2_500;

/** The verdict and matches of each group, in order, page by page: while one page is being worked on the next is asked for. */
export async function* judgeGroups(
  deps: MatchDeps,
  groups: readonly ComponentGroup[],
  moment: Moment | null,
): AsyncGenerator<readonly JudgedGroup[]> {
  // By the sources' own dates it is today's reading that tells what was published by then.
  const ecosystems = groups.flatMap(({ question }) => question.ecosystem ?? []);
  const states = await statesByEcosystem(deps, ecosystems, moment?.clock === 'known' ? moment.at : null);
  const size = ecosystems.length === 0 ? CLOSURE_PAGE : PAGE;
  let next = judgePage(deps, groups.slice(0, size), states, moment);
  for (let from = size; from - size < groups.length; from += size) {
    const page = next;
    next = judgePage(deps, groups.slice(from, from + size), states, moment);
    // Told of by the page that waits for it, or by nobody where the one before has failed.
    next.catch(() => {});
    yield await page;
  }
}

type States = ReadonlyMap<string, MatchFacts['sources']>;

interface Exact {
  readonly group: ComponentGroup;
  readonly question: ExactQuestion;
}

async function judgePage(
  deps: MatchDeps,
  page: readonly ComponentGroup[],
  states: States,
  moment: Moment | null,
): Promise<readonly JudgedGroup[]> {
  const exact = page.flatMap((group): Exact[] => {
    const { question } = group;
    return question.ecosystem == null ? [] : [{ group, question: { ...question, ecosystem: question.ecosystem } }];
  });
  const sourcesOf = ({ ecosystem }: ExactQuestion) => states.get(ecosystem) ?? [];
  const results = await deps.databases.readWithFallback((db) =>
    judgeByName(
      db,
      exact.map(({ question }) => question),
      sourcesOf,
      { moment, signal: deps.signal },
    ),
  );
  const judged = new Map<ComponentGroup, JudgedGroup>();
  for (const { group, question } of exact) {
    const result = results.get(question);
    if (result !== undefined) judged.set(group, judgedOf(group, result));
  }
  for (const one of await judgeCollection(deps, page, moment)) judged.set(one.group, one);
  const all = page.flatMap((group) => judged.get(group) ?? []);
  return moment === null ? adviseGroups(deps, all) : all;
}

async function adviseGroups(deps: MatchDeps, judged: readonly JudgedGroup[]): Promise<readonly JudgedGroup[]> {
  const affected = judged.flatMap(({ group, verdict }, place): KeyedQuestion[] =>
    verdict === 'affected' ? [[String(place), group.question]] : [],
  );
  if (affected.length === 0) return judged;
  const advised = await adviseVersions(deps, affected);
  return judged.map((one, place) => ({ ...one, advice: advised.get(String(place)) ?? null }));
}

function judgedOf(group: ComponentGroup, result: SetResult): JudgedGroup {
  return {
    group,
    ...verdictOf(result),
    matches: [...result.matches, ...result.otherMatches].toSorted(
      (a, b) => Number(a.cve === null) - Number(b.cve === null) || surestFirst(a, b),
    ),
  };
}

function verdictOf({ verdict, verdictReason, unknownReasons, lookedUp }: VerdictAnswer): VerdictAnswer {
  return { verdict, verdictReason, unknownReasons, ...(lookedUp === undefined ? {} : { lookedUp }) };
}

/** Packages of the collection are looked up by name, with the answers of `/vulns`. */
async function judgeCollection(
  deps: MatchDeps,
  page: readonly ComponentGroup[],
  moment: Moment | null,
): Promise<readonly JudgedGroup[]> {
  const named = page.filter(({ question }) => question.ecosystem == null);
  const questions = named.map(({ question }) => question);
  const judged: JudgedGroup[] = [];
  for await (const result of judgeSet(deps, questions, { at: moment?.at ?? null, clock: moment?.clock })) {
    const group = named[judged.length];
    if (group !== undefined) judged.push(judgedOf(group, result));
  }
  return judged;
}
