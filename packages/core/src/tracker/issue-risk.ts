import { compareRisk, type RiskFacts, type RiskRule, riskRule } from './risk.ts';
import { type IssueFacts, subjectsOf } from './tracked.ts';

/** The risk of the worst CVE that an issue is about. What nobody says anything about has an unknown risk. */
export function issueRisk(issue: IssueFacts, known: ReadonlyMap<string, RiskFacts>): RiskFacts {
  const subjects = subjectsOf(issue);
  const [worst] = subjects.flatMap((cve) => known.get(cve) ?? []).toSorted(compareRisk);
  return worst ?? { id: subjects[0] ?? '', kev: false, exploitation: null, epss: null, severity: null };
}

/** What a list by risk can be narrowed to, and the rules that fit. */
export const RISK_CHOICES = {
  exploited: ['known_exploited', 'ssvc_active'],
  likely: ['known_exploited', 'ssvc_active', 'epss_high'],
  unknown: ['unscored'],
} as const satisfies Readonly<Record<string, readonly RiskRule[]>>;
export type RiskChoice = keyof typeof RISK_CHOICES;

export function isRiskChoice(text: string): text is RiskChoice {
  return Object.hasOwn(RISK_CHOICES, text);
}

export function hasRisk(risk: RiskFacts, choice: RiskChoice): boolean {
  return RISK_CHOICES[choice].some((rule) => rule === riskRule(risk));
}

interface RankedIssue {
  readonly state: 'open' | 'closed';
  readonly number: number;
  readonly risk: RiskFacts;
}

/** Open ones first, since nobody has to act on a closed one today; then the worst first; then the newest number first. */
export function compareIssueRisk(a: RankedIssue, b: RankedIssue): number {
  return Number(a.state !== 'open') - Number(b.state !== 'open') || compareRisk(a.risk, b.risk) || b.number - a.number;
}
