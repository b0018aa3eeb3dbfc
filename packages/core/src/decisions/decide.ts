import type { Finding } from '../sbom/findings.ts';
import type { Component } from '../sbom/model.ts';
import { number } from '../sbom/notes.ts';
import type { ScanOutcome } from '../scan/scan-outcome.ts';
import { changesSince } from './changes.ts';
import { dayAt, daysAfter } from './dates.ts';
import type { DecisionIndex } from './index-of-decisions.ts';
import type { Decision, DecisionEvidence, FindingDecision } from './model.ts';

/** What decisions need to know besides the findings. */
export interface DecisionContext {
  readonly now: number;
  /** Whether a vulnerability is known to be exploited, by any of its ids; null where that could not be found out. */
  readonly exploited: (finding: Finding) => boolean | null;
}

type Outcome = Pick<ScanOutcome, 'verdict' | 'reason' | 'unknownReasons' | 'findings' | 'more'>;

/** What is known of a component, with what was decided about it. Nothing is left out: a suppressed finding stays, marked. */
export function decideOutcome<O extends Outcome>(
  component: Pick<Component, 'purl' | 'version'>,
  outcome: O,
  decisions: DecisionIndex,
  context: DecisionContext,
): O {
  let isTouched = false;
  const findings = outcome.findings.map((finding) => {
    const decision = findingDecision(component, finding, decisions, context);
    if (decision === null) return finding;
    isTouched = true;
    return { ...finding, decision };
  });
  return isTouched ? { ...outcome, findings, ...verdictAfter({ ...outcome, findings }) } : outcome;
}

/** Whether a finding counts no longer, by somebody's decision. */
export function isSuppressed({ decision }: Pick<Finding, 'decision'>): boolean {
  return decision?.state === 'suppressed';
}

/** What the newest decision about a finding comes to. What a patch fixes needs none. */
export function findingDecision(
  component: Pick<Component, 'purl' | 'version'>,
  finding: Finding,
  decisions: DecisionIndex,
  { now, exploited }: DecisionContext,
): FindingDecision | null {
  if (finding.status === 'fixed_by_patch') return null;
  const [decision] = decisions.of(component, [finding.id, ...finding.aliases]);
  if (decision === undefined) return null;
  const today = dayAt(now);
  const isOver = (sentence: string): FindingDecision => ({ state: 'expired', decision, sentence, unverified: false });
  if (decision.expires < today) return isOver(`The decision expired on ${decision.expires}.`);
  // Clocks differ by some hours.
  if (decision.decided > daysAfter(today, 1))
    return isOver(`The decision is dated ${decision.decided}, which is in the future.`);
  const evidence = evidenceNow(finding, exploited(finding));
  const changes = changesOfDecision(decision, evidence);
  if (changes.length > 0) return { state: 'reopened', decision, sentence: changes.join(' '), unverified: false };
  const state = decision.status === 'not_affected' || decision.status === 'fixed' ? 'suppressed' : 'noted';
  const unverified = state === 'suppressed' && decision.evidence !== null && evidence?.exploited === null;
  return { state, decision, sentence: null, unverified };
}

/** What the evidence for a finding says now; null where the service does not name its records. */
export function evidenceNow(finding: Finding, exploited: boolean | null): DecisionEvidence | null {
  const { affectedVersions, severity, records } = finding;
  return records === undefined ? null : { affected: affectedVersions, severity, exploited, records };
}

function changesOfDecision(decision: Decision, now: DecisionEvidence | null): string[] {
  if (decision.evidence === null) return [];
  if (now === null)
    return ['The service did not return the records behind the finding, so they could not be compared.'];
  return changesSince(decision, now);
}

/** The verdict once suppressed findings do not count. What could not be checked for another reason stays unknown. */
function verdictAfter(outcome: Outcome): Pick<Outcome, 'verdict' | 'reason' | 'unknownReasons'> {
  const { verdict, reason, unknownReasons, findings, more } = outcome;
  const same = { verdict, reason, unknownReasons };
  const suppressed = findings.filter(isSuppressed).length;
  // What the answer does not carry may be anything.
  if (suppressed === 0 || more > 0) return same;
  const open = findings.filter((finding) => finding.status !== 'fixed_by_patch' && !isSuppressed(finding));
  if (verdict === 'affected' && open.some(({ status }) => status === 'affected')) return same;
  if (verdict !== 'affected' && verdict !== 'unknown') return same;
  const others = unknownReasons.filter((each) => each !== 'possible_match');
  if (open.length > 0) {
    if (verdict === 'unknown') return same;
    return {
      verdict: 'unknown',
      reason: 'A record may apply. Needs review.',
      unknownReasons: ['possible_match'],
    };
  }
  if (others.length > 0) return { verdict: 'unknown', reason, unknownReasons: others };
  const words = `By decision, ${number(suppressed, 'finding')} of this version ${suppressed === 1 ? 'does' : 'do'} not apply.`;
  return { verdict: 'not_affected', reason: words, unknownReasons: [] };
}
