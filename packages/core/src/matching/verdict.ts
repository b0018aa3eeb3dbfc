import { releaseFit } from '../ranges/ask.ts';
import type { Verdict } from '../ranges/model.ts';
import { isLikely } from './confidence.ts';
import type { MatchFacts } from './facts.ts';
import { type IdentityContext, identityOf } from './identity.ts';
import type { Match } from './match.ts';
import type { RecordOutcome } from './outcomes.ts';

/** What all matches come to. Low confidence never counts as affected, and never reads as clean either. */
export function verdictOf(
  facts: MatchFacts,
  context: IdentityContext,
  matches: readonly Match[],
  outcomes: readonly RecordOutcome[],
): { readonly verdict: Verdict; readonly verdictReason: string } {
  if (facts.question.version === null) return answer('unknown', 'no version was given');
  const affected = matches.filter(({ status }) => status === 'affected').length;
  if (affected === 1) return answer('affected', '1 known vulnerability holds for this version');
  if (affected > 1) return answer('affected', `${affected} known vulnerabilities hold for this version`);
  if (matches.some(({ status }) => status === 'possible')) {
    return answer('unknown', 'there are possible matches that need a person to look at them');
  }
  if (facts.complete === false) return answer('unknown', 'there is more about this name than was looked at');
  const vouching = vouchingSources(facts, context, outcomes);
  if (vouching.length === 0) {
    return answer('unknown', 'no source that is up to date knows the package under a name that is surely its own');
  }
  return answer('not_affected', `every record of ${vouching.join(', ')} was held against this version and none holds`);
}

/** Sources in state `ok` that have records of the package itself. */
function vouchingSources(
  { question, sources, speakers }: MatchFacts,
  context: IdentityContext,
  outcomes: readonly RecordOutcome[],
): string[] {
  const current = new Set(sources.filter(({ state }) => state === 'ok').map(({ source }) => source));
  // Of a distribution without a release, whatever is known is known of some release only.
  const isNamed = (ecosystem: string | null) =>
    question.ecosystem == null || ecosystem === null || releaseFit(ecosystem, question.ecosystem) === 'same';
  const knowing = new Set(
    outcomes
      .filter(({ identity, assertion }) => isLikely(identity) && isNamed(assertion.subject.ecosystem))
      .map(({ source }) => source),
  );
  for (const known of speakers ?? []) {
    if (!isNamed(known.subject.ecosystem)) continue;
    const identity = identityOf(known.subject, context, null);
    if (identity !== null && isLikely(identity)) for (const source of known.sources) knowing.add(source);
  }
  return [...knowing].filter((source) => current.has(source)).sort();
}

function answer(verdict: Verdict, verdictReason: string) {
  return { verdict, verdictReason };
}
