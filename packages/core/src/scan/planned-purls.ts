import { outcomeRank } from './outcome-rank.ts';
import type { ScanOutcome } from './scan-outcome.ts';

/** Packages that one plan is asked for, and those of the collection among them: as many as the service takes. */
const MOST = { packages: 1_000, nix: 40 };

/** What a plan is asked for: all that is affected, the worst first, so that they are in the plan where not all are. */
export function plannedPurls(
  rows: readonly { readonly ask: string | null; readonly outcome: Pick<ScanOutcome, 'verdict' | 'findings'> }[],
): { readonly purls: readonly string[]; readonly left: number } {
  const affected = rows
    .filter(({ outcome }) => outcome.verdict === 'affected')
    .toSorted((a, b) => outcomeRank(a.outcome) - outcomeRank(b.outcome));
  const all = [...new Set(affected.flatMap(({ ask }) => ask ?? []))];
  const nixLeft = new Set(all.filter((purl) => purl.startsWith('pkg:nix/')).slice(MOST.nix));
  const purls = all.filter((purl) => !nixLeft.has(purl)).slice(0, MOST.packages);
  return { purls, left: all.length - purls.length };
}
