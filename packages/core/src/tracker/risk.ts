import { EPSS_SIGNAL_FROM } from '../dossier/exploit-signals.ts';
import { compareText } from '../ids/order.ts';
import { type Rating, severityRank } from '../scores/rating.ts';

/** What is known of how a CVE is exploited. Null: nobody says. */
export interface RiskFacts {
  readonly id: string;
  readonly kev: boolean;
  /** SSVC, as CISA says it. */
  readonly exploitation: string | null;
  /** The probability, 0 to 1. */
  readonly epss: number | null;
  readonly severity: Rating | null;
}

/** The rules that put a CVE into a tier, worst first; the first that holds counts. */
export const RISK_RULES = [
  ['known_exploited', 'In the KEV catalogue.'],
  ['ssvc_active', 'Exploited according to CISA (SSVC).'],
  ['epss_high', `EPSS is at least ${EPSS_SIGNAL_FROM}.`],
  ['ssvc_poc', 'A proof of concept exists according to CISA (SSVC).'],
  ['epss_low', `EPSS is below ${EPSS_SIGNAL_FROM}.`],
  ['unscored', 'No source scores it. The risk is unknown, not low.'],
] as const;
export type RiskRule = (typeof RISK_RULES)[number][0];

export function riskRule({ kev, exploitation, epss }: RiskFacts): RiskRule {
  if (kev) return 'known_exploited';
  if (exploitation === 'active') return 'ssvc_active';
  if (epss !== null && epss >= EPSS_SIGNAL_FROM) return 'epss_high';
  if (exploitation === 'poc') return 'ssvc_poc';
  return epss === null ? 'unscored' : 'epss_low';
}

/** Worst first: by the rule, then by EPSS, then by severity, then by id. */
export function compareRisk(a: RiskFacts, b: RiskFacts): number {
  return (
    tier(a) - tier(b) ||
    (b.epss ?? -1) - (a.epss ?? -1) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    compareText(a.id, b.id)
  );
}

function tier(facts: RiskFacts): number {
  const rule = riskRule(facts);
  return RISK_RULES.findIndex(([name]) => name === rule);
}
