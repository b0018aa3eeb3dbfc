import type { Evaluation, Verdict } from '../src/ranges/model.ts';

/**
 * One verdict from all that is said about a version: affected if anything says so with more than low confidence,
 * not affected if all that was said says so and not by a mere name, otherwise unknown.
 */
export function overallVerdict(evaluations: readonly Evaluation[]): Verdict {
  const decided = new Set(evaluations.filter(({ verdict }) => verdict !== 'unknown').map(aboutWhat));
  // Kernel records state each range twice, in commits and in versions: the first adds no doubt to what the second decides.
  const counted = evaluations.filter((one) => one.proof.reason !== 'git_without_graph' || !decided.has(aboutWhat(one)));
  const firm = (verdict: Verdict) => counted.some((one) => one.verdict === verdict && one.confidence !== 'low');
  if (firm('affected')) return 'affected';
  return firm('not_affected') && counted.every(({ verdict }) => verdict === 'not_affected')
    ? 'not_affected'
    : 'unknown';
}

function aboutWhat({ proof }: Evaluation): string {
  return JSON.stringify([proof.record.source, proof.record.id, proof.subject.name]);
}
