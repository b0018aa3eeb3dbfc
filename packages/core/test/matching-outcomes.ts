import type { RecordOutcome } from '../src/matching/evaluate/deciding-entry.ts';
import { outcomeOf } from '../src/matching/evaluate/outcomes.ts';
import type { MatchQuestion } from '../src/matching/facts.ts';
import type { Identity } from '../src/matching/match.ts';
import { type IdentityRuleId, identityRule } from '../src/matching/resolve/identity-rules.ts';
import type { Assertion } from '../src/ranges/model.ts';

/** An identity by a rule, whatever names led to it. */
export function identifyBy(ruleId: IdentityRuleId, naming: readonly string[] = []): Identity {
  const { id: rule, weight, reason } = identityRule(ruleId);
  return { rule, weight, naming, from: 'harbour', to: 'harbour', reason };
}

/** What the entries of one record come to, if all of them are the same software by one rule. */
export function judgeRecord(
  assertions: readonly Assertion[],
  question: Partial<MatchQuestion> = {},
  rule: IdentityRuleId = 'vendor_agrees',
): RecordOutcome {
  const record = assertions.map((assertion) => ({ found: { assertion, sha256: null }, identity: identifyBy(rule) }));
  const outcome = outcomeOf(record, { package: 'harbour', version: '1.5', ...question });
  if (outcome === null) throw new Error('the record has no entries');
  return outcome;
}
