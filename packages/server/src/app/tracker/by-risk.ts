import { compareRisk, type RiskFacts, type RiskRule, riskRule, subjectsOf } from '@almanac/core/tracker';
import type { JudgedIssue } from './judged-issues.ts';
import type { TrackedRisk } from './risks.ts';

/** An issue with the risk of the worst CVE that it is about. */
export interface RiskedIssue {
  readonly judged: JudgedIssue;
  readonly risk: RiskFacts;
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

export function hasRisk({ risk }: RiskedIssue, choice: RiskChoice): boolean {
  return RISK_CHOICES[choice].some((rule) => rule === riskRule(risk));
}

/** In the order in which they come. What nobody scores has an unknown risk. */
export function withRisks(issues: readonly JudgedIssue[], risks: readonly TrackedRisk[]): RiskedIssue[] {
  const worst = new Map<number, RiskFacts>();
  for (const { facts, about } of risks.toSorted((a, b) => compareRisk(a.facts, b.facts))) {
    for (const { number } of about?.issues ?? []) if (!worst.has(number)) worst.set(number, facts);
  }
  return issues.map((judged) => ({ judged, risk: worst.get(judged.issue.number) ?? unscored(judged) }));
}

function unscored({ issue }: JudgedIssue): RiskFacts {
  return { id: subjectsOf(issue)[0] ?? '', kev: false, exploitation: null, epss: null, severity: null };
}

/** Open ones first, for nobody has to act on a closed one today; then the worst first. */
export function compareIssueRisk(a: RiskedIssue, b: RiskedIssue): number {
  return (
    Number(a.judged.issue.state !== 'open') - Number(b.judged.issue.state !== 'open') ||
    compareRisk(a.risk, b.risk) ||
    b.judged.issue.number - a.judged.issue.number
  );
}
