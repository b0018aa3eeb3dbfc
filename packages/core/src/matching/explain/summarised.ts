import type { Rating } from '../../scores/rating.ts';
import type { MatchFacts } from '../facts.ts';
import type { Match } from '../match.ts';
import { type MatchResult, matchPackage, surestFirst } from '../match-package.ts';

/** What lists show of a vulnerability. */
export interface MatchSummary {
  readonly severity: Rating | null;
  /** The CVSS score that the severity comes from. */
  readonly score: number | null;
  readonly title: string | null;
}

/**
 * The result with title, severity and score as every other answer about the vulnerabilities gives them. The title of an erratum is not that of
 * the CVEs that it fixes.
 */
export function summarise(result: MatchResult, summaries: Summaries): MatchResult {
  const withSummary = (match: Match): readonly Match[] => {
    const { severity, score, title } = summaryOf([match.id, ...match.aliases], summaries);
    return [{ ...match, severity: severity as Match['severity'], score, title }];
  };
  return {
    ...result,
    matches: result.matches.flatMap(withSummary).toSorted(surestFirst),
    otherMatches: result.otherMatches.flatMap(withSummary).toSorted(surestFirst),
  };
}

/** What lists show of the vulnerability with these ids, its own first. */
export function summaryOf(ids: readonly string[], summaries: Summaries): MatchSummary {
  const known = ids.flatMap((id) => summaries.get(id) ?? []);
  const rated = known.find(({ severity }) => severity !== null && severity !== 'none');
  const title = known.map((one) => one.title).find((text) => text !== null) ?? null;
  return { severity: rated?.severity ?? null, score: rated?.score ?? null, title };
}

/** Judges a package and adds the summaries. */
export function matchAndSummarise(facts: MatchFacts, summaries: Summaries): MatchResult {
  return summarise(matchPackage(facts), summaries);
}

type Summaries = ReadonlyMap<string, MatchSummary>;
