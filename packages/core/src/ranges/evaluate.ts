import { coversAll, membershipOf } from './membership.ts';
import type { Assertion, Caveat, Claim, Doubt, Evaluation, Membership, Question, Status, Verdict } from './model.ts';
import { evaluation, type RangeFinding } from './proof.ts';
import { isMisplaced } from './pseudo-version.ts';

const VERDICTS: Readonly<Record<Status, Verdict>> = {
  affected: 'affected',
  unaffected: 'not_affected',
  unknown: 'unknown',
};

export const ABOUT_ORDER: ReadonlySet<Caveat> = new Set(['scheme_assumed', 'scheme_unrecognised']);

interface Doubted {
  readonly claim: Claim;
  readonly doubt: Doubt;
}

/**
 * What one assertion says about one version: the first claim that holds decides, otherwise the default status.
 *
 * A claim that cannot be decided never reads as clean: unless another one proves the version affected,
 * or the claim would not have changed the verdict, the answer is `unknown` with the reason.
 */
export function evaluate(assertion: Assertion, question: Question): Evaluation {
  return evaluation(assertion, question, find(assertion, question));
}

function find(assertion: Assertion, question: Question): RangeFinding {
  if (assertion.withdrawn) return finding('not_affected', 'withdrawn');
  const asked = question.version != null || question.commit != null;
  if (assertion.claims.length === 0 && assertion.defaultStatus !== 'affected') {
    return asked ? finding('unknown', 'nothing_stated') : finding('affected', 'whole_package', ['whole_package']);
  }

  const claims = relevantTo(question, assertion.claims);
  if (claims.length === 0 && assertion.claims.length > 0) return finding('unknown', 'no_version');
  const doubts: Doubted[] = [];
  let nearest: { claim: Claim; membership: Membership } | null = null;
  for (const stated of claims) {
    const claim = withOrderDoubt(stated, question, assertion);
    const membership = membershipOf(claim, question);
    if (membership.holds === 'yes') return byClaim(claim, membership, doubts, question);
    if (membership.holds === 'unsure') doubts.push({ claim, doubt: membership.doubt });
    else if (nearest === null || closer(membership, nearest.membership)) nearest = { claim, membership };
  }
  return byDefault(assertion.defaultStatus, doubts, nearest);
}

/** A version whose place among the bounds is a guess is not evidence by itself, neither for nor against. */
function withOrderDoubt(claim: Claim, { version }: Question, { published }: Assertion): Claim {
  if (claim.type !== 'range' || version == null || !isMisplaced(version, claim, published)) return claim;
  return { ...claim, caveats: [...claim.caveats, 'untagged_commit'] };
}

/**
 * Commits are asked of commit ranges only. A version is asked of them only where no range orders versions:
 * databases often give the same range once in commits and once in versions.
 */
function relevantTo(question: Question, claims: readonly Claim[]): readonly Claim[] {
  if (question.version == null && question.commit != null) return claims.filter(isAboutCommits);
  const ordered = claims.some((claim) => claim.type === 'range' || claim.type === 'opaque');
  return ordered ? claims.filter((claim) => claim.type !== 'git') : claims;
}

function isAboutCommits(claim: Claim): boolean {
  return claim.type === 'git' || (claim.type === 'opaque' && claim.kind === 'git') || coversAll(claim);
}

/** Of several bounds that shut a version out, the fix it is past says most. */
function closer(a: Membership, b: Membership): boolean {
  return isPastEnd(a) && !isPastEnd(b);
}

function isPastEnd(membership: Membership): boolean {
  return (
    membership.holds === 'no' && (membership.bound?.type === 'fixed' || membership.bound?.type === 'last_affected')
  );
}

function byClaim(
  claim: Claim,
  membership: Membership & { holds: 'yes' },
  doubts: readonly Doubted[],
  question: Question,
): RangeFinding {
  const by = { claim, membership };
  const contrary = doubts.find((doubted) => doubted.claim.status !== claim.status);
  if (claim.status === 'unknown') return finding('unknown', 'status_unknown', claim.caveats, by);
  if (contrary !== undefined && claim.status === 'unaffected') {
    return finding('unknown', contrary.doubt, [], { claim: contrary.claim, membership: null });
  }
  // A version that is named letter by letter, and one of a range that has no bounds, needs no order.
  const orderless = membership.listed?.toLowerCase() === question.version?.toLowerCase() || coversAll(claim);
  const caveats = claim.caveats.filter((caveat) => !(orderless && ABOUT_ORDER.has(caveat)));
  if (contrary !== undefined) caveats.push('earlier_entry_unreadable');
  const positive = membership.listed === null ? 'in_range' : 'listed';
  return finding(VERDICTS[claim.status], claim.status === 'affected' ? positive : 'marked_unaffected', caveats, by);
}

function byDefault(
  defaultStatus: Status,
  doubts: readonly Doubted[],
  nearest: { claim: Claim; membership: Membership } | null,
): RangeFinding {
  const contrary = doubts.find(({ claim }) => claim.status !== defaultStatus);
  if (contrary !== undefined)
    return finding('unknown', contrary.doubt, [], { claim: contrary.claim, membership: null });
  if (defaultStatus === 'unknown') return finding('unknown', 'status_unknown', [], nearest);
  return finding(
    VERDICTS[defaultStatus],
    defaultStatus === 'affected' ? 'default_status' : 'outside',
    nearest?.claim.caveats ?? [],
    nearest,
  );
}

function finding(
  verdict: Verdict,
  reason: RangeFinding['reason'],
  caveats: readonly Caveat[] = [],
  by: { claim: Claim; membership: Membership | null } | null = null,
): RangeFinding {
  return { verdict, reason, caveats, claim: by?.claim ?? null, membership: by?.membership ?? null };
}
