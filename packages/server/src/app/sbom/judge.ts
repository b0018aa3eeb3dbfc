import type { PackageAdvice } from '@almanac/core/advice';
import {
  answerForName,
  type KnownSubject,
  type Match,
  type MatchFacts,
  matchPackage,
  surestFirst,
  type VerdictAnswer,
} from '@almanac/core/matching';
import { RECORD_SOURCES } from '@almanac/core/records';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { type AskedVersion, packageStanding } from '../../queries/package-standing.ts';
import { packagesNamed, subjectOf } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { adviseVersions } from '../advice/advise-versions.ts';
import { statesByEcosystem } from '../packages/coverage.ts';
import type { ExactQuestion } from '../packages/exact-facts.ts';
import { readsOf } from '../packages/exact-reads.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import { judgeSet, type MatchDeps, type SetResult } from '../packages/judge-packages.ts';
import { judgeByPacks } from '../packages/judge-packs.ts';
import { matchExact } from '../packages/match-exact.ts';
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
/** Of those of which something may hold, so many are matched together. */
const AT_ONCE = 200;

/**
 * The verdict and matches of each group, in order, page by page: while one page is being worked on the next is asked for. Who speaks of
 * a package, and whether that may concern the version, is one question for a whole page; only the few that it may concern are matched.
 */
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
  const judged = await deps.databases.readWithFallback((db) =>
    judgeExact(db, exact, sourcesOf, { moment, signal: deps.signal }),
  );
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

type SourcesOf = (question: ExactQuestion) => MatchFacts['sources'];

async function judgeExact(
  db: Db,
  given: readonly Exact[],
  sourcesOf: SourcesOf,
  { moment, signal }: { readonly moment: Moment | null; readonly signal: AbortSignal },
): Promise<Map<ComponentGroup, JudgedGroup>> {
  const questions = moment === null ? given.map(({ question }) => question) : [];
  const packed = await judgeByPacks(db, questions, sourcesOf, { signal });
  const judged = new Map<ComponentGroup, JudgedGroup>();
  for (const { group, question } of given) {
    const result = packed.get(question);
    if (result !== undefined) judged.set(group, judgedOf(group, { result }));
  }
  const exact = given.filter(({ question }) => !packed.has(question));
  if (exact.length === 0) return judged;
  const { packages: named, complete } = await packagesNamed(
    db,
    exact.map(({ question: { package: name, ecosystem } }) => ({ name, ecosystem })),
  );
  const known = exact.map((_, i) => (named[i] ?? []).filter(({ name }) => name !== '*'));
  const asked: AskedVersion[] = [];
  const placesOf = known.map((packages, i) =>
    packages.map((one) => asked.push({ package: one, version: exact[i]?.question.version ?? null }) - 1),
  );
  const standings = await packageStanding(db, asked, RECORD_SOURCES, moment);
  const settled = new Map<string, VerdictAnswer>();
  const open: Exact[] = [];
  exact.forEach((one, i) => {
    const standing = (placesOf[i] ?? []).flatMap((place) => standings[place] ?? []);
    if (standing.some(({ mayHold }) => mayHold)) open.push(one);
    else {
      const speakers = (known[i] ?? []).flatMap((each, j): KnownSubject[] => {
        const sources = standing[j]?.speakers ?? [];
        return sources.length === 0 ? [] : [{ subject: subjectOf(each), sources }];
      });
      const { group, question } = one;
      judged.set(group, {
        group,
        matches: [],
        ...nothingHolds(one, { sources: sourcesOf(question), speakers, complete }, settled),
      });
    }
  });
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = open.slice(from, from + AT_ONCE);
    const questions = some.map(({ question }) => question);
    const found = await matchExact(readsOf(db), questions, sourcesOf, { moment, signal });
    some.forEach(({ group }, i) => {
      const one = found[i];
      if (one !== undefined) judged.set(group, judgedOf(group, one));
    });
  }
  return judged;
}

/**
 * By the same rules, with nothing that speaks of the version. Of a name that is written as it was asked for, or that nobody knows,
 * these come to the same whatever the name is: they are asked once.
 */
function nothingHolds(
  { question }: Exact,
  { sources, speakers, complete }: Required<Pick<MatchFacts, 'sources' | 'speakers' | 'complete'>>,
  settled: Map<string, VerdictAnswer>,
): VerdictAnswer {
  const { ecosystem, version, gaps } = question;
  const isPlain = speakers.every(
    ({ subject }) => subject.name === question.package && subject.ecosystem === ecosystem && subject.vendor === null,
  );
  const isWhole = sources[0]?.selection?.isWhole(question, []) ?? null;
  const key = isPlain
    ? JSON.stringify([ecosystem, version === null, gaps, speakers.map((one) => one.sources), isWhole])
    : null;
  const known = key === null ? undefined : settled.get(key);
  if (known !== undefined) return answerForName(known, question);
  const nothing = { collection: [], issues: [], found: [], aliases: [], records: [] };
  const answer = verdictOf(matchPackage({ question, ...nothing, sources, speakers, complete }));
  if (key !== null) settled.set(key, answer);
  return answer;
}

function judgedOf(group: ComponentGroup, { result }: { readonly result: SetResult }): JudgedGroup {
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
    if (group !== undefined) judged.push(judgedOf(group, { result }));
  }
  return judged;
}
