import { isSuppressed } from '../decisions/decide.ts';
import type { Finding } from '../sbom/findings.ts';
import { findingRank, NO_FINDING_RANK } from './finding-words.ts';
import type { ScanOutcome } from './scan-outcome.ts';

/** Affected first, by its worst finding; then unknown, those with possible findings first; then the rest. */
export function outcomeRank({ verdict, findings }: Pick<ScanOutcome, 'verdict' | 'findings'>): number {
  const level = verdict === 'affected' ? 0 : verdict === 'unknown' ? 1 : 2;
  const worst = worstFinding(findings);
  return level * 2 * NO_FINDING_RANK + (worst === null ? NO_FINDING_RANK : findingRank(worst));
}

/** The worst that counts; where none counts, the worst. */
export function worstFinding(findings: readonly Finding[]): Finding | null {
  const counting = findings.filter((finding) => finding.status === 'affected' && !isSuppressed(finding));
  const [first = null, ...others] = counting.length === 0 ? findings : counting;
  return others.reduce(
    (worst, each) => (worst !== null && findingRank(each) < findingRank(worst) ? each : worst),
    first,
  );
}
