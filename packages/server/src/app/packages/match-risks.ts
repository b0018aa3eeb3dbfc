import type { Match } from '@almanac/core/matching';
import { type BriefRisk, knownRisk, type MergedRisk, mergedRisk } from '@almanac/core/scan';
import { cveRisks } from '../../queries/cve-risks.ts';
import type { Db } from '../../store/database.ts';
import type { SourceStates } from '../sources/source-states.ts';

type Named = Pick<Match, 'id' | 'aliases'>;

/** How each match is exploited, by any of its ids. */
export async function risksOfMatches(db: Db, matches: readonly Named[]): Promise<(match: Named) => MergedRisk> {
  const ids = new Set(matches.flatMap(idsOfMatch).filter((id) => id.startsWith('CVE-')));
  const rows = new Map((await cveRisks(db, [...ids])).map((row) => [row.id, row]));
  return (match) => mergedRisk(idsOfMatch(match).flatMap((id) => rows.get(id) ?? []));
}

export function idsOfMatch({ id, aliases }: Named): string[] {
  return [id, ...aliases];
}

/** As answers write it. */
export async function riskWriter(states: SourceStates): Promise<(risk: MergedRisk) => BriefRisk> {
  const read = await states.read();
  const isOk = { kev: read.get('kev')?.state === 'ok', epss: read.get('epss')?.state === 'ok' };
  return (risk) => knownRisk(risk, isOk);
}
