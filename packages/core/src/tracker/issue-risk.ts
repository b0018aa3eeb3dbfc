import type { OpenVerdict } from './open-verdict.ts';
import { compareRisk, type RiskFacts, type RiskRule, riskRule } from './risk.ts';
import { type IssueFacts, listSubjects } from './tracked.ts';

/** The risk of the worst CVE that an issue is about. What nobody says anything about has an unknown risk. */
export function issueRisk(issue: IssueFacts, known: ReadonlyMap<string, RiskFacts>): RiskFacts {
  const subjects = listSubjects(issue);
  const [worst] = subjects.flatMap((cve) => known.get(cve) ?? []).toSorted(compareRisk);
  return worst ?? { id: subjects[0] ?? '', kev: false, exploitation: null, epss: null, severity: null };
}

/** Filters of a list by risk, and their rules. */
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
  /** Null for a closed issue. */
  readonly verdict: OpenVerdict['verdict'] | null;
}

/**
 * Orders issues by what to look at first: open ones that no verdict refutes, then the refuted ones, which only have to be closed, then closed
 * ones; in each group the worst risk first, then the newest number.
 */
export function compareIssueRisk(a: RankedIssue, b: RankedIssue): number {
  return urgency(a) - urgency(b) || compareRisk(a.risk, b.risk) || b.number - a.number;
}

function urgency({ state, verdict }: RankedIssue): number {
  if (state !== 'open') return 2;
  return verdict === 'not_affected' ? 1 : 0;
}
