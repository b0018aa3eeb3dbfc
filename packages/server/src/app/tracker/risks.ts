import type { RiskFacts } from '@almanac/core/tracker';
import { type CveRiskRow, cveRisks } from '../../queries/cve-risks.ts';
import type { Deps } from '../deps.ts';
import type { Board } from './board.ts';
import type { TrackedCve } from './tracked-cves.ts';

/** A CVE that issues are about, with all that its risk is judged by. */
export interface TrackedRisk {
  readonly row: CveRiskRow;
  readonly facts: RiskFacts;
  readonly about: TrackedCve | undefined;
  /** Whether an issue about it is open. */
  readonly open: boolean;
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
      open: about?.issues.some(({ state }) => state === 'open') ?? false,
    };
  });
}
