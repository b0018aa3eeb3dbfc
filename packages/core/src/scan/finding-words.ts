import type { Finding } from '../sbom/findings.ts';
import type { Component } from '../sbom/model.ts';
import { percent } from '../scores/percent.ts';
import { severityRank } from '../scores/rating.ts';

export interface RiskWords {
  readonly exploited: string | null;
  readonly epss: string | null;
}

/** How a finding is exploited, in words; null where nobody says anything. */
export function riskWords({ kev, epss }: Pick<Finding, 'kev' | 'epss'>): RiskWords {
  return {
    exploited: kev === true ? 'known to be exploited' : null,
    epss: typeof epss === 'number' ? `EPSS ${percent(epss)}` : null,
  };
}

/** Lower is worse: what is exploited first, then by severity, what nobody rates last. */
export function findingRank({ kev, severity }: Pick<Finding, 'kev' | 'severity'>): number {
  return (kev === true ? 0 : UNEXPLOITED) + severityRank(severity);
}

/** More than there are severities. */
const UNEXPLOITED = 10;
/** Beyond the rank of every finding. */
export const NO_FINDING_RANK = 2 * UNEXPLOITED;

/** How it comes into the project: `direct`, `through express 4.17.1 › qs 6.7.0`; null where the file does not say. */
export function throughWords({ direct, through }: Pick<Component, 'direct' | 'through'>): string | null {
  if (direct === true) return 'direct';
  if (through !== undefined && through.length > 0) return `through ${through.join(' › ')}`;
  return direct === false ? 'transitive' : null;
}
