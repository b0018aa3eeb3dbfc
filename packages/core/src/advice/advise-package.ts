import type { PackagePlan, StayingFinding, StayingReason } from '../remediation/model.ts';
import { type RateIssue, rankIssues } from './advise-vulnerability.ts';
import type { AdviceAction, PackageAdvice, RatedIssue } from './model.ts';
import { upgradeCommand } from './upgrade-command.ts';
import { describeIssues, describePreRelease, shortenName } from './words.ts';

export interface AdvisedPackage {
  /** Null: a package of the collection. */
  readonly ecosystem: string | null;
  readonly name: string;
  readonly plan: PackagePlan;
}

/** Decides what to do about an installed version, by the plan for it. */
export function advisePackage({ ecosystem, name, plan }: AdvisedPackage, rate: RateIssue): PackageAdvice {
  const { verdict, stays, clears } = plan;
  const undecided = rankIssues(
    stays.filter(({ state }) => state === 'undecided'),
    rate,
  );
  const none = { has: [], target: null, crossesMajor: null, remaining: [], undecided, command: null };
  if (verdict === 'unknown') return { ...none, action: 'review', sentence: describeUnknown(plan, undecided) };
  if (verdict !== 'affected') return { ...none, action: 'nothing', sentence: 'Nothing to do.', undecided: [] };
  const holding = stays.filter(({ state, reason }) => state === 'holds' && reason !== 'rejected');
  const has = rankIssues([...clears.filter(({ state }) => state === 'holds'), ...holding], rate);
  const short = shortenName({ ecosystem, name });
  // A version that nothing is known to affect is better than one that has some, though something cannot be decided there.
  const isClean = plan.target !== null && holding.length === 0;
  const unproven = isClean ? null : (plan.alternatives.find(({ kind }) => kind === 'unproven') ?? null);
  const target = unproven?.version ?? plan.target;
  if (target === null && holding.some(({ reason }) => reason === 'malicious')) {
    return { ...none, action: 'leave_versions', sentence: `Remove ${short}: the package itself is malicious.`, has };
  }
  if (plan.beyond !== null && !isClean && unproven === null) {
    return { ...none, action: 'upgrade', sentence: `Upgrade ${short} beyond ${plan.beyond}.`, has };
  }
  if (target === null) {
    const remaining = rankIssues(holding, rate);
    const isExploited = remaining.some(({ kev }) => kev);
    return { ...none, ...adviseWithoutTarget(short, plan, holding, isExploited), has, remaining };
  }
  const remaining = unproven === null ? rankIssues(holding, rate) : [];
  const open = unproven === null ? undecided.length : unproven.undecided.length;
  return {
    action: 'upgrade',
    sentence: describeMove(short, target, remaining, open),
    has,
    target,
    crossesMajor: unproven === null ? plan.crossesMajor : null,
    remaining,
    undecided,
    command: upgradeCommand(ecosystem, name, target),
  };
}

function describeMove(name: string, target: string, remaining: readonly RatedIssue[], undecided: number): string {
  const parts = [
    `Upgrade ${name} to ${target}.`,
    ...(remaining.length === 0 ? [] : [`It still has ${describeIssues(remaining)}; no better version is known.`]),
    ...(undecided === 0
      ? []
      : [`We don't know whether it has ${undecided === 1 ? '1 other' : `${undecided} others`}.`]),
  ];
  return parts.join(' ');
}

/** Names what may apply, exploited ones first: a person has to look at it. */
function describeUnknown({ verdictReason }: PackagePlan, undecided: readonly RatedIssue[]): string {
  return undecided.length === 0 ? verdictReason : `${describeIssues(undecided)} may apply. Needs review.`;
}

function adviseWithoutTarget(
  name: string,
  { current, proof, alternatives }: PackagePlan,
  holding: readonly StayingFinding[],
  isExploited: boolean,
): Pick<PackageAdvice, 'action' | 'sentence'> {
  const reasons = new Set(holding.map(({ reason }) => reason));
  const has = (...wanted: readonly StayingReason[]) => wanted.some((reason) => reasons.has(reason));
  const early = alternatives.find(({ kind }) => kind === 'prerelease');
  if (early !== undefined) {
    return { action: 'review', sentence: describePreRelease(name, early.version) };
  }
  if (has('fix_opens_another', 'fix_clears_fewer', 'not_all_tried')) {
    const first = proof?.smaller.find(({ opens, state }) => opens && state === 'holds');
    const why = first === undefined ? '' : ` ${first.version} has ${first.id}.`;
    return { action: 'review', sentence: `No version of ${name} is known to be free of known vulnerabilities.${why}` };
  }
  if (has('fix_not_named') && !has('no_fix_known')) {
    return { action: 'leave_versions', sentence: `Move off ${name} ${current}; other versions are not affected.` };
  }
  if (has('fixed_by_commit_only')) {
    return {
      action: 'apply_patch',
      sentence: `Apply the fixing commit to ${name}; no release contains it yet.`,
    };
  }
  const open: AdviceAction = isExploited ? 'mitigate' : 'wait';
  const sentence = isExploited
    ? `No fixed version of ${name} is known. Follow the vendor’s mitigation or stop using it.`
    : `No fixed version of ${name} is known yet.`;
  return { action: open, sentence };
}
