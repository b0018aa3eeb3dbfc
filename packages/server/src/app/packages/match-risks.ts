import type { BriefMatch } from '@almanac/contract';
import type { Match } from '@almanac/core/matching';
import type { RiskFacts } from '@almanac/core/tracker';
import { cveRisks } from '../../queries/cve-risks.ts';
import type { Db } from '../../store/database.ts';
import { mergedRisk } from '../cve/merged-risk.ts';
import type { SourceStates } from '../sources/source-states.ts';

type Named = Pick<Match, 'id' | 'aliases'>;
type Risk = Pick<RiskFacts, 'kev' | 'exploitation' | 'epss'>;

/** How each match is exploited, by any of its ids. */
export async function risksOfMatches(db: Db, matches: readonly Named[]): Promise<(match: Named) => Risk> {
  const ids = new Set(matches.flatMap(idsOfMatch).filter((id) => id.startsWith('CVE-')));
  const rows = new Map((await cveRisks(db, [...ids])).map((row) => [row.id, row]));
  return (match) => mergedRisk(idsOfMatch(match).flatMap((id) => rows.get(id) ?? []));
}

export function idsOfMatch({ id, aliases }: Named): string[] {
  return [id, ...aliases];
}

/** As answers write it: what a source that is not up to date does not say is left out, for it is unknown. */
export async function knownRisk(states: SourceStates): Promise<(risk: Risk) => Pick<BriefMatch, 'kev' | 'epss'>> {
  const read = await states.read();
  const [kevIsOk, epssIsOk] = (['kev', 'epss'] as const).map((source) => read.get(source)?.state === 'ok');
  return ({ kev, epss }) => ({
    ...(kev || kevIsOk === true ? { kev } : {}),
    ...(epss !== null || epssIsOk === true ? { epss } : {}),
  });
}
