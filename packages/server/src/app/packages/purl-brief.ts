import type { BriefMatch, PurlAnswer } from '@almanac/contract';
import { type Match, type MatchResult, recordsOfMatch, surestFirst } from '@almanac/core/matching';

/** Matches in one brief answer; the rest is counted. */
const MOST_SHOWN = 50;

type Judged = Pick<PurlAnswer, 'verdict' | 'verdictReason' | 'unknownReasons' | 'total'>;

/** A result in a few words, each match with the ids by which more can be asked about it. */
export interface BriefResult extends Judged {
  readonly shown: readonly (Pick<Match, 'id' | 'aliases'> & { readonly brief: BriefMatch })[];
}

function idsOnly({ id, aliases }: Match): Pick<Match, 'id' | 'aliases'> {
  return { id, aliases };
}

/** A result in a few words. */
export function briefResult({
  matches,
  otherMatches,
  verdict,
  verdictReason,
  unknownReasons,
}: MatchResult): BriefResult {
  const sorted = [...matches, ...otherMatches].toSorted(surestFirst);
  return {
    verdict,
    verdictReason,
    unknownReasons: [...unknownReasons],
    total: sorted.length,
    shown: sorted.slice(0, MOST_SHOWN).map((match) => Object.assign(idsOnly(match), { brief: briefMatch(match) })),
  };
}

/** A match in a few words. */
export function briefMatch(match: Match): BriefMatch {
  const { id, aliases, confidence, status, severity, score, title, affectedVersions, fixedIn, sources } = match;
  return {
    id,
    aliases: [...aliases],
    confidence,
    status,
    ...(severity === null ? {} : { severity }),
    ...(score === null ? {} : { score }),
    ...(title === null ? {} : { title }),
    affectedVersions: affectedVersions ?? 'unknown',
    ...(fixedIn === null ? {} : { fixedIn }),
    sources: [...sources],
    records: recordsOfMatch(match),
  };
}
