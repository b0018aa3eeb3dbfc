import type { ComponentAdvice } from '../advice/model.ts';
import { isSuppressed } from '../decisions/decide.ts';
import type { FindingDecision } from '../decisions/model.ts';
import { sourceName } from '../sources/source-name.ts';
import type { ExaminedComponent, Finding } from './findings.ts';
import type { Component } from './model.ts';

/** What VEX can say of a vulnerability in a product. */
export type VexStatus = 'affected' | 'not_affected' | 'fixed' | 'under_investigation';

/** One vulnerability in one state, and the components of which it holds. */
export interface VexStatement {
  /** Null: all vulnerabilities that the evidence names, of which none could be named or excluded for these components. */
  readonly finding: Finding | null;
  readonly status: VexStatus;
  /** How it was come by, in a sentence or two. */
  readonly reason: string;
  /** What somebody decided about it, be it that it no longer applies. */
  readonly decision: FindingDecision | null;
  /** What to do about the components, where they are affected; null where that was not checked, or nothing is to be done. */
  readonly advice: ComponentAdvice | null;
  readonly components: readonly Component[];
}

const STATUS_OF_FINDING: Readonly<Record<Finding['status'], VexStatus>> = {
  affected: 'affected',
  possible: 'under_investigation',
  fixed_by_patch: 'fixed',
};

/**
 * What is to be said of examined components, in the order in which it first comes up: of each its findings, else its verdict as a
 * whole. `not_affected` comes from a verdict alone, and never beside a finding that is open. Of a component without any known
 * record (`none_known`) there is no statement: nobody examined it.
 */
export function vexStatements(examined: readonly ExaminedComponent[]): readonly VexStatement[] {
  const statements = new Map<string, Statement>();
  const add = (each: ExaminedComponent, finding: Finding | null, status: VexStatus, reason: string): void => {
    // What to do is said of what is affected alone; elsewhere another way out makes no other statement.
    const advice = status === 'affected' ? (each.advice ?? null) : null;
    const decision = finding?.decision ?? null;
    const key = JSON.stringify([finding?.id ?? null, status, reason, advice?.sentence, decision]);
    const known = statements.get(key);
    if (known !== undefined) known.components.push(each.component);
    else statements.set(key, { finding, status, reason, decision, advice, components: [each.component] });
  };
  for (const each of examined) {
    const { verdict, verdictReason, findings } = each;
    for (const finding of findings) add(each, finding, statusOfFinding(finding), findingWords(finding));
    const isOpen = findings.some((finding) => finding.status !== 'fixed_by_patch' && !isSuppressed(finding));
    if (verdict === 'unknown' || (verdict === 'affected' && !isOpen)) {
      add(each, null, 'under_investigation', verdictReason);
    } else if (verdict === 'not_affected' && !isOpen && !findings.some(isSuppressed)) {
      add(each, null, 'not_affected', verdictReason);
    }
  }
  if (statements.size > 0) return [...statements.values()];
  // OpenVEX wants at least one statement.
  const reason =
    examined.length === 0 ? 'No components were examined.' : 'No records are known for the components examined.';
  return [{ finding: null, status: 'under_investigation', reason, decision: null, advice: null, components: [] }];
}

interface Statement extends VexStatement {
  readonly components: Component[];
}

/** Who decided what until when, and why it applies no longer where it does not. */
export function decisionWords({ decision, sentence }: FindingDecision): string {
  const { author, decided, expires, status } = decision;
  const words = `Decided by ${author} on ${decided}, until ${expires}: ${status.replaceAll('_', ' ')}.`;
  return sentence === null ? words : `${words} It no longer applies. ${sentence}`;
}

function statusOfFinding({ status, decision }: Finding): VexStatus {
  const applies = decision?.state === 'suppressed' || decision?.state === 'noted';
  return applies ? decision.decision.status : STATUS_OF_FINDING[status];
}

/** What a finding comes to, and who says so. */
export function findingWords({ status, confidence, affectedVersions, sources, decision }: Finding): string {
  if (decision?.state === 'suppressed' || decision?.state === 'noted') return decision.decision.reason;
  const by = sources.length === 0 ? '' : ` by ${sources.map(sourceName).join(', ')}`;
  const range = affectedVersions === null ? '' : `; affected versions${by}: ${affectedVersions}`;
  if (status === 'fixed_by_patch') return `The package has a patch for it${range}.`;
  if (status === 'possible') return `A match with ${confidence} confidence; needs review${range}.`;
  return `The version is in an affected range, with ${confidence} confidence${range}.`;
}
