import type { MyFinding } from '@almanac/contract';
import type { Match } from '@almanac/core/matching';
import type { Db } from '../../store/database.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { idsOfMatch } from '../packages/match-risks.ts';
import type { Board } from '../tracker/board.ts';

/** When each match became known: the earliest date of its ids. */
export async function datesOfMatches(db: Db, matches: readonly Match[]): Promise<(match: Match) => string | null> {
  const summaries = await vulnerabilitySummaries(db, [...new Set(matches.flatMap(idsOfMatch))]);
  return (match) => {
    const dates = idsOfMatch(match).flatMap((id) => summaries.get(id)?.published?.toISOString() ?? []);
    return dates.toSorted()[0] ?? null;
  };
}

/** The newest open issue of the collection about each match. */
export function issuesOfMatches({ cves }: Board): (match: Match) => MyFinding['issue'] {
  const tracked = new Map(cves.map((cve) => [cve.id, cve]));
  return (match) => {
    for (const id of idsOfMatch(match)) {
      const cve = tracked.get(id);
      const open = cve?.issues.find(({ state }) => state === 'open');
      if (cve !== undefined && open !== undefined) return { number: open.number, url: open.url, stage: cve.stage };
    }
    return undefined;
  };
}
