import type { RiskFacts } from '@almanac/core/tracker';
import type { CveRiskRow } from '../../queries/cve-risks.ts';

/** How a vulnerability is exploited, by the rows of all its ids: the worst that is said. */
export function mergedRisk(rows: readonly CveRiskRow[]): Pick<RiskFacts, 'kev' | 'exploitation' | 'epss'> {
  return {
    kev: rows.some(({ kev }) => kev !== null),
    exploitation: rows.find(({ exploitation }) => exploitation !== null)?.exploitation ?? null,
    epss: rows.reduce<number | null>((most, { epss }) => (epss !== null && epss > (most ?? -1) ? epss : most), null),
  };
}
