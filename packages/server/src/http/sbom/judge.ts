import { type KnownSubject, type Match, type MatchFacts, matchPackage, type Verdict } from '@almanac/core';
import type { Moment } from '../../queries/affected-held.ts';
import { type AskedVersion, packageStanding } from '../../queries/package-standing.ts';
import { packagesNamed, subjectOf } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { packageCoverage } from '../packages/coverage.ts';
import type { ExactQuestion } from '../packages/exact-facts.ts';
import { type ExactMatches, matchExact } from '../packages/match-exact.ts';
import { RECORD_SOURCES } from '../packages/match-facts.ts';
import { type MatchDeps, matchedPackage } from '../packages/vulns.ts';
import type { ComponentGroup } from './groups.ts';

/** What is known of a group of components. */
export interface Judged {
  readonly group: ComponentGroup;
  readonly verdict: Verdict;
  readonly verdictReason: string;
  /** Surest and worst first. */
  readonly matches: readonly Match[];
}

/** Groups that are asked about together. */
const PAGE = 500;
/** Of those of which something may hold, so many are matched together. */
const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;

/**
 * The verdict and matches of each group, in order, page by page: while one page is being worked on the next is asked for. Who speaks of
 * a package, and whether that may concern the version, is one question for a whole page; only the few that it may concern are matched.
 */
export async function* judge(
  deps: MatchDeps,
  groups: readonly ComponentGroup[],
  moment: Moment | null,
): AsyncGenerator<readonly Judged[]> {
  const states = await statesOf(deps, groups);
  let next = judgePage(deps, groups.slice(0, PAGE), states, moment);
  for (let from = PAGE; from - PAGE < groups.length; from += PAGE) {
    const page = next;
    next = judgePage(deps, groups.slice(from, from + PAGE), states, moment);
    // Told of by the page that waits for it, or by nobody where the one before has failed.
    next.catch(() => {});
    yield await page;
  }
}

type States = ReadonlyMap<string, MatchFacts['sources']>;

async function statesOf(deps: MatchDeps, groups: readonly ComponentGroup[]): Promise<States> {
  const ecosystems = new Set(groups.flatMap(({ question }) => question.ecosystem ?? []));
  const states = new Map<string, MatchFacts['sources']>();
  for (const ecosystem of ecosystems) {
    const { coverage } = await packageCoverage(deps, RECORD_SOURCES, ecosystem);
    states.set(
      ecosystem,
      coverage.map(({ source, state }) => ({ source, state })),
    );
  }
  return states;
}

interface Exact {
  readonly group: ComponentGroup;
  readonly question: ExactQuestion;
}

async function judgePage(
  deps: MatchDeps,
  page: readonly ComponentGroup[],
  states: States,
  moment: Moment | null,
): Promise<readonly Judged[]> {
  const exact = page.flatMap((group): Exact[] => {
    const { question } = group;
    return question.ecosystem == null ? [] : [{ group, question: { ...question, ecosystem: question.ecosystem } }];
  });
  const sourcesOf = ({ ecosystem }: ExactQuestion) => states.get(ecosystem) ?? [];
  const judged = await deps.databases.readWithFallback((db) => judgeExact(db, exact, sourcesOf, moment));
  for (const one of await judgeCollection(deps, page, moment)) judged.set(one.group, one);
  return page.flatMap((group) => judged.get(group) ?? []);
}

type SourcesOf = (question: ExactQuestion) => MatchFacts['sources'];

async function judgeExact(
  db: Db,
  exact: readonly Exact[],
  sourcesOf: SourcesOf,
  moment: Moment | null,
): Promise<Map<ComponentGroup, Judged>> {
  const named = await packagesNamed(
    db,
    exact.map(({ question: { package: name, ecosystem } }) => ({ name, ecosystem })),
  );
  const known = exact.map((_, i) => (named[i] ?? []).filter(({ name }) => name !== '*'));
  const asked: AskedVersion[] = [];
  const placesOf = known.map((packages, i) =>
    packages.map((one) => asked.push({ package: one, version: exact[i]?.question.version ?? null }) - 1),
  );
  const standings = await packageStanding(db, asked, RECORD_SOURCES, moment);
  const judged = new Map<ComponentGroup, Judged>();
  const settled = new Map<string, Nothing>();
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
      judged.set(group, { group, matches: [], ...nothingHolds(one, sourcesOf(question), speakers, settled) });
    }
  });
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const some = open.slice(from, from + AT_ONCE);
    const questions = some.map(({ question }) => question);
    const found = await matchExact(db, questions, sourcesOf, moment);
    some.forEach(({ group }, i) => {
      const one = found[i];
      if (one !== undefined) judged.set(group, judgedOf(group, one));
    });
  }
  return judged;
}

interface Nothing {
  readonly verdict: Verdict;
  readonly verdictReason: string;
}

/**
 * By the same rules, with nothing that speaks of the version. Of a name that is written as it was asked for, or that nobody knows,
 * these come to the same whatever the name is: they are asked once.
 */
function nothingHolds(
  { question }: Exact,
  sources: MatchFacts['sources'],
  speakers: readonly KnownSubject[],
  settled: Map<string, Nothing>,
): Nothing {
  const { ecosystem, version } = question;
  const isPlain = speakers.every(
    ({ subject }) => subject.name === question.package && subject.ecosystem === ecosystem && subject.vendor === null,
  );
  const key = isPlain ? JSON.stringify([ecosystem, version === null, speakers.map((one) => one.sources)]) : null;
  const known = key === null ? undefined : settled.get(key);
  if (known !== undefined) return known;
  const nothing = { collection: [], issues: [], found: [], aliases: [], records: [] };
  const { verdict, verdictReason } = matchPackage({ question, ...nothing, sources, speakers, complete: true });
  if (key !== null) settled.set(key, { verdict, verdictReason });
  return { verdict, verdictReason };
}

function judgedOf(group: ComponentGroup, { result, summaries }: ExactMatches): Judged {
  const matches = [...result.matches, ...result.otherMatches].map((match) => withSummary(match, summaries));
  const { verdict, verdictReason } = result;
  return { group, verdict, verdictReason, matches: matches.toSorted(worstFirst) };
}

/** Severity and title are in the tables, too: no document is read for them. */
function withSummary(match: Match, summaries: ExactMatches['summaries']): Match {
  const known = [match.id, ...match.aliases].flatMap((id) => summaries.get(id) ?? []);
  const severity = known.map((one) => one.severity).find((rating) => rating !== null && rating !== 'none');
  const title = known.map((one) => one.title).find((text) => text !== null);
  return { ...match, severity: match.severity ?? (severity as Match['severity']) ?? null, title: title ?? match.title };
}

/** As `/purl` orders them once documents have been read. */
function worstFirst(a: Match, b: Match): number {
  return (
    Number(a.cve === null) - Number(b.cve === null) ||
    CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence) ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    (a.id < b.id ? -1 : 1)
  );
}

const CONFIDENCES: readonly Match['confidence'][] = ['high', 'medium', 'low'];
const SEVERITIES: readonly Match['severity'][] = ['critical', 'high', 'medium', 'low', null];

/** Packages of the collection are looked up by name, as `/vulns` does, some of them side by side. */
async function judgeCollection(
  deps: MatchDeps,
  page: readonly ComponentGroup[],
  moment: Moment | null,
): Promise<readonly Judged[]> {
  const named = page.filter(({ question }) => question.ecosystem == null);
  const judged: Judged[] = [];
  for (let from = 0; from < named.length; from += SIDE_BY_SIDE) {
    const some = named.slice(from, from + SIDE_BY_SIDE);
    const found = await Promise.all(some.map(({ question }) => matchedPackage(deps, question, moment?.at ?? null)));
    some.forEach((group, i) => {
      const result = found[i]?.result;
      if (result === undefined) return;
      const { matches, otherMatches, verdict, verdictReason } = result;
      judged.push({ group, verdict, verdictReason, matches: [...matches, ...otherMatches] });
    });
  }
  return judged;
}
