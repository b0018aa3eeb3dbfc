import { compareRisk, type OpenVerdict, type RiskFacts } from '@almanac/core/tracker';
import { type CveRiskRow, cveRisks } from '../../queries/cve-risks.ts';
import type { Deps } from '../deps.ts';
import type { Board } from './board.ts';
import type { TrackedCve } from './tracked-cves.ts';

/** A CVE that issues are about, with all that its risk is judged by. */
export interface TrackedRisk {
  readonly row: CveRiskRow;
  readonly facts: RiskFacts;
  readonly about: TrackedCve | undefined;
  /** Null if every issue about it is closed. */
  readonly verdict: OpenVerdict | null;
}

/** Every CVE of the board, in no order. */
export async function trackedRisks({ databases }: Pick<Deps, 'databases'>, board: Board): Promise<TrackedRisk[]> {
  const tracked = new Map(board.cves.map((cve) => [cve.id, cve]));
  const rows = await databases.readWithFallback((db) => cveRisks(db, [...tracked.keys()]));
  return rows.map((row) => {
    const { id, kev, exploitation, epss } = row;
    const about = tracked.get(id);
    return {
      row,
      facts: { id, kev: kev !== null, exploitation, epss, severity: board.severities.get(id) ?? null },
      about,
      verdict: about === undefined ? null : board.verdicts.ofCve(about),
    };
  });
}

/** A CVE with an open issue. */
export interface OpenRisk extends TrackedRisk {
  readonly verdict: OpenVerdict;
}

/** Loads the CVEs with an open issue, the worst risk first. Every count of open CVEs starts here, so that all pages agree. */
export async function loadOpenRisks(deps: Pick<Deps, 'databases'>, board: Board): Promise<readonly OpenRisk[]> {
  const risks = await trackedRisks(deps, board);
  return risks.filter(isOpen).toSorted((a, b) => compareRisk(a.facts, b.facts));
}

function isOpen(risk: TrackedRisk): risk is OpenRisk {
  return risk.verdict !== null;
}
