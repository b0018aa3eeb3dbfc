import type { MyFinding } from '@almanac/contract';
import type { Match } from '@almanac/core/matching';
import { cveRisks } from '../../queries/cve-risks.ts';
import type { Db } from '../../store/database.ts';
import { mergedRisk } from '../cve/merged-risk.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import type { Board } from '../tracker/board.ts';

type Risk = Pick<MyFinding, 'kev' | 'epss' | 'exploitation'>;

/** How each match is exploited, by any of its ids. */
export async function risksOfMatches(db: Db, matches: readonly Match[]): Promise<(match: Match) => Risk> {
  const ids = new Set(matches.flatMap(idsOf).filter((id) => id.startsWith('CVE-')));
  const rows = new Map((await cveRisks(db, [...ids])).map((row) => [row.id, row]));
  return (match) => mergedRisk(idsOf(match).flatMap((id) => rows.get(id) ?? []));
}

/** When each match became known: the earliest date of its ids. */
export async function datesOfMatches(db: Db, matches: readonly Match[]): Promise<(match: Match) => string | null> {
  const summaries = await vulnerabilitySummaries(db, [...new Set(matches.flatMap(idsOf))]);
  return (match) => {
    const dates = idsOf(match).flatMap((id) => summaries.get(id)?.published?.toISOString() ?? []);
    return dates.toSorted()[0] ?? null;
  };
}

/** The newest open issue of the collection about each match. */
export function issuesOfMatches({ cves }: Board): (match: Match) => MyFinding['issue'] {
  const tracked = new Map(cves.map((cve) => [cve.id, cve]));
  return (match) => {
    for (const id of idsOf(match)) {
      const cve = tracked.get(id);
      const open = cve?.issues.find(({ state }) => state === 'open');
      if (cve !== undefined && open !== undefined) return { number: open.number, url: open.url, stage: cve.stage };
    }
    return undefined;
  };
}

function idsOf({ id, aliases }: Match): string[] {
  return [id, ...aliases];
}
