import { claimsOf, namedCves, type PullText } from './claims.ts';
import type { ChangeFacts } from './facts.ts';
import type { PullFinding } from './finding.ts';
import { type PackageChange, versionChanged } from './model.ts';
import { PULL_RULES } from './rules/index.ts';

/** A finding, the change that it is about and what is known of its package. */
export interface FoundIn {
  readonly finding: PullFinding;
  readonly change: PackageChange;
  readonly facts: ChangeFacts | null;
}

/** What every rule says of every package, the worst first; within a level in the order of the diff and of the rules. */
export function validatePull(
  text: PullText,
  changes: readonly PackageChange[],
  factsOf: (change: PackageChange) => ChangeFacts | null,
): FoundIn[] {
  const of = { text, claims: claimsOf(text), named: namedCves(text), changes, bumped: changes.filter(versionChanged) };
  const found = changes.flatMap((change) => {
    const facts = factsOf(change);
    const input = { ...of, change, facts };
    return PULL_RULES.flatMap((rule) => rule.check(input).map((finding) => ({ finding, change, facts })));
  });
  return found.toSorted((a, b) => LEVELS.indexOf(a.finding.severity) - LEVELS.indexOf(b.finding.severity));
}

const LEVELS: readonly PullFinding['severity'][] = ['error', 'warning'];
