import type { BriefMatch, PurlAnswer } from '@almanac/contract';
import { type Match, type MatchResult, surestFirst } from '@almanac/core/matching';

/** Matches in one brief answer; the rest is counted. */
const MOST_SHOWN = 50;

/** A result in a few words. */
export function briefResult({
  matches,
  otherMatches,
  verdict,
  verdictReason,
  unknownReasons,
}: MatchResult): Pick<PurlAnswer, 'verdict' | 'verdictReason' | 'unknownReasons' | 'total' | 'matches'> {
  const sorted = [...matches, ...otherMatches].toSorted(surestFirst);
  return {
    verdict,
    verdictReason,
    unknownReasons: [...unknownReasons],
    total: sorted.length,
    matches: sorted.slice(0, MOST_SHOWN).map(briefMatch),
  };
}

/** A match in a few words. */
export function briefMatch(match: Match): BriefMatch {
  const { id, confidence, status, severity, affectedVersions, fixedIn, sources } = match;
  return {
    id,
    confidence,
    status,
    ...(severity === null ? {} : { severity }),
    affectedVersions: affectedVersions ?? 'unknown',
    ...(fixedIn === null ? {} : { fixedIn }),
    sources: [...sources],
  };
}
