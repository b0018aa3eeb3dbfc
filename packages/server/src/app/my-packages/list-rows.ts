import type { MyFinding, MyRow } from '@almanac/contract';
import type { PackageAdvice } from '@almanac/core/advice';
import { type Match, surestFirst } from '@almanac/core/matching';
import { compareFindings, compareRows, verdictUnderName } from '@almanac/core/my-packages';
import { briefMatch, toShown } from '@almanac/core/scan';
import { adviseVersions } from '../advice/advise-versions.ts';
import type { Deps } from '../deps.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { SetResult } from '../packages/judge-packs.ts';
import { risksOfMatches } from '../packages/match-risks.ts';
import { datesOfMatches, issuesOfMatches, type MatchDates } from './finding-facts.ts';
import type { ListedVersion } from './list-questions.ts';

/** Matches of one version that are ranked, the surest and most severe, and those that are shown. */
const MOST_RANKED = 200;
const MOST_SHOWN = 10;

type Undated = Omit<MyFinding, keyof MatchDates | 'issue'>;
type Ranked = Undated & { readonly match: Match };

/** The rows of a list, worst first. `results` are by the place of the question; `unchecked` says why one has none. */
export async function listRows(
  deps: MatchDeps & Pick<Deps, 'boards' | 'graph'>,
  questions: readonly ListedVersion[],
  results: ReadonlyMap<number, SetResult>,
  unchecked: string,
): Promise<MyRow[]> {
  const { databases, boards, graph } = deps;
  const matches = new Map([...results].map(([place, result]) => [place, surestOf(result)]));
  const riskOf = await databases.readWithFallback((db) => risksOfMatches(db, [...matches.values()].flat()));
  const ranked = new Map(
    [...matches].map(([place, own]): [number, Ranked[]] => [
      place,
      own.map((match) => ({ ...briefMatch(match), ...riskOf(match), match })).toSorted(compareFindings),
    ]),
  );
  const shown = questions.flatMap((version, place) =>
    (ranked.get(place) ?? []).slice(0, MOST_SHOWN).map(({ match }) => ({ version, match })),
  );
  const dates = await databases.readWithFallback((db) => datesOfMatches(db, shown));
  const datesOf = new Map(shown.map(({ match }, i) => [match, dates[i] ?? NO_DATES]));
  const issueOf = issuesOfMatches(await boards.read());
  const dependencies = await graph.current();
  const affected = questions.flatMap(({ question }, place): KeyedQuestion[] =>
    question === null || results.get(place)?.verdict !== 'affected' ? [] : [[String(place), question]],
  );
  const advised = await adviseVersions(deps, affected);
  const rows = questions.map((asked, place): MyRow => {
    const result = results.get(place);
    if (result === undefined) return uncheckedRow(asked, unchecked);
    const all = ranked.get(place) ?? [];
    const isCollection = asked.question?.ecosystem == null;
    const findings = all
      .slice(0, MOST_SHOWN)
      .map(({ match, ...finding }) =>
        datedFinding(finding, datesOf.get(match) ?? NO_DATES, isCollection ? issueOf(match) : undefined),
      );
    const rebuilds = isCollection ? (dependencies?.dependents(asked.package)?.transitive ?? null) : null;
    const advice = advised.get(String(place)) ?? null;
    return {
      ...judgedRow(asked, result, findings),
      fix: toFix(advice),
      advice: advice === null ? null : toShown(advice),
      rebuilds,
    };
  });
  return rows.toSorted(compareRows);
}

const NO_DATES: MatchDates = { published: null, listedSince: null };

function datedFinding(finding: Undated, dates: MatchDates, issue: MyFinding['issue']): MyFinding {
  return issue === undefined ? { ...finding, ...dates } : { ...finding, ...dates, issue };
}

function surestOf({ matches, otherMatches }: SetResult): readonly Match[] {
  return [...matches, ...otherMatches].toSorted(surestFirst).slice(0, MOST_RANKED);
}

function toFix(advice: PackageAdvice | null): MyRow['fix'] {
  if (advice === null || advice.target === null) return null;
  const { target, has, remaining } = advice;
  return { version: target, fixes: has.length - remaining.length, of: has.length };
}

function judgedRow(
  asked: ListedVersion,
  result: SetResult,
  findings: MyFinding[],
): Omit<MyRow, 'fix' | 'advice' | 'rebuilds'> {
  const { matches, otherMatches } = result;
  const { verdict, verdictReason, unknownReasons, suggestions } = verdictUnderName(asked.suggestions, result);
  const affecting = verdict === 'affected' ? findings.filter(({ status }) => status === 'affected') : [];
  return {
    ...subjectOf(asked),
    verdict,
    verdictReason,
    unknownReasons: [...unknownReasons],
    ...(suggestions === undefined ? {} : { suggestions: [...suggestions] }),
    total: matches.length + otherMatches.length,
    findings,
    knownSince: affecting.flatMap(({ published }) => published ?? []).toSorted()[0] ?? null,
  };
}

function uncheckedRow(asked: ListedVersion, unchecked: string): MyRow {
  const { reason, sentence } = asked.problem ?? { reason: 'limit_reached' as const, sentence: unchecked };
  return {
    ...subjectOf(asked),
    verdict: 'unknown',
    verdictReason: sentence,
    unknownReasons: [reason],
    total: 0,
    findings: [],
    fix: null,
    knownSince: null,
    rebuilds: null,
  };
}

function subjectOf({ asked, package: name, ecosystem, version, channels }: ListedVersion) {
  return { asked, package: name, ecosystem, version, channels: [...channels] };
}
