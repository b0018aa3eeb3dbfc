import type { BriefMatch, PurlAnswer } from '@almanac/contract';
import type { Match, MatchResult, Rating } from '@almanac/core';

/** Matches in one brief answer; the rest is counted. */
const MOST_SHOWN = 50;

/** A result in a few words. `severityOf` tells what the tables know where the match itself does not. */
export function briefResult(
  { matches, otherMatches, verdict, verdictReason }: MatchResult,
  severityOf: (match: Match) => Rating | null | undefined,
): Pick<PurlAnswer, 'verdict' | 'verdictReason' | 'total' | 'matches'> {
  const rated = [...matches, ...otherMatches].map((match) => ({ match, severity: severityOf(match) ?? null }));
  const sorted = rated.toSorted(
    (a, b) =>
      CONFIDENCES.indexOf(a.match.confidence) - CONFIDENCES.indexOf(b.match.confidence) ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      (a.match.id < b.match.id ? -1 : 1),
  );
  return {
    verdict,
    verdictReason,
    total: sorted.length,
    matches: sorted.slice(0, MOST_SHOWN).map(({ match, severity }) => briefMatch(match, severity)),
  };
}

const CONFIDENCES: readonly Match['confidence'][] = ['high', 'medium', 'low'];
const SEVERITIES: readonly (Rating | null)[] = ['critical', 'high', 'medium', 'low', 'none', null];

function briefMatch(match: Match, severity: Rating | null): BriefMatch {
  const { id, confidence, status, affectedVersions, fixedIn, sources } = match;
  return {
    id,
    confidence,
    status,
    ...(severity === null || severity === 'none' ? {} : { severity }),
    affectedVersions: affectedVersions ?? 'unknown',
    ...(fixedIn === null ? {} : { fixedIn }),
    sources: [...sources],
  };
}
