import { eventsOf } from './bound.ts';
import type {
  Assertion,
  Caveat,
  Claim,
  Confidence,
  Doubt,
  Evaluation,
  Membership,
  Proof,
  Question,
  RangeEvent,
  Reason,
  Verdict,
} from './model.ts';
import { claimInWords, outsideInWords } from './words.ts';

/** What the evaluator found, before it is put into words. */
export interface RangeFinding {
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly caveats: readonly Caveat[];
  readonly claim: Claim | null;
  readonly membership: Membership | null;
}

/** The finding with its proof and the confidence that follows from it. */
export function evaluation(assertion: Assertion, question: Question, found: RangeFinding): Evaluation {
  const { claim, membership } = found;
  const words = claim === null ? null : claimInWords(claim);
  const proof: Proof = {
    record: assertion.record,
    subject: assertion.subject,
    question,
    reason: found.reason,
    comparator: claim !== null && 'scheme' in claim ? (claim.scheme?.id ?? null) : null,
    range: claim === null || words === null ? null : { kind: claim.kind, events: eventsOfClaim(claim), words },
    bound: membership !== null && membership.holds !== 'unsure' ? membership.bound : null,
    listed: membership?.holds === 'yes' ? membership.listed : null,
    overturn: overturnOf(found, words),
    caveats: found.caveats,
    conditions: claim?.conditions ?? [],
  };
  return { verdict: found.verdict, confidence: confidenceOf(found.verdict, proof), proof };
}

/** The same evaluation with one more reservation. */
export function withCaveat({ verdict, proof }: Evaluation, caveat: Caveat): Evaluation {
  if (proof.caveats.includes(caveat)) return { verdict, confidence: confidenceOf(verdict, proof), proof };
  const doubted = { ...proof, caveats: [...proof.caveats, caveat] };
  return { verdict, confidence: confidenceOf(verdict, doubted), proof: doubted };
}

/** All other caveats make it medium. */
const LOW: ReadonlySet<Caveat> = new Set([
  'bound_misprinted',
  'untagged_commit',
  'release_not_named',
  'vendor_not_compared',
  'whole_package',
]);

function confidenceOf(verdict: Verdict, proof: Proof): Confidence {
  if (verdict === 'unknown') return 'low';
  if (proof.caveats.some((caveat) => LOW.has(caveat))) return 'low';
  return proof.caveats.length === 0 ? 'high' : 'medium';
}

function eventsOfClaim(claim: Claim): readonly RangeEvent[] {
  if (claim.type === 'range') return claim.events.length > 0 ? claim.events : claim.intervals.flatMap(eventsOf);
  return claim.type === 'git' ? claim.events : [];
}

/** What would settle each doubt. */
const SETTLED_BY: Readonly<Record<Doubt, string>> = {
  no_version: 'a version would settle it',
  version_unreadable: "a version in the ecosystem's own form would settle it",
  bound_unreadable: 'a corrected record would settle it: one of its bounds is not a version in the order that it names',
  scheme_unknown: 'a known order of versions for this ecosystem would settle it',
  git_without_graph: "the repository's commit graph, or a range in versions, would settle it",
  version_unstated: 'a record that states versions would settle it',
  text_unreadable: 'a record that states its versions as bounds, not as prose, would settle it',
  text_names_product: 'a record that states versions in place of product names would settle it',
  text_ambiguous: 'a record that states each interval by itself would settle it',
  update_unstated: 'the update or patch level beside the version would settle it',
  negated: 'the inventory of the whole system would settle it: the record names what must be absent',
  nothing_stated: 'a record that states versions or ranges would settle it',
  release_not_named: 'the release of the distribution would settle it',
  status_unknown: 'a record that gives a status for this version would settle it',
  malformed: 'a record in the form of its schema would settle it',
};

/** `words` are those of the claim. */
function overturnOf({ verdict, reason, claim, membership }: RangeFinding, words: string | null): string {
  if (verdict === 'unknown') return SETTLED_BY[reason as Doubt];
  if (reason === 'withdrawn') return 'the record would have to be published again';
  if (reason === 'whole_package') return 'a record that states versions or ranges would narrow it';
  if (reason === 'default_status')
    return 'a version that an entry of the record marks as unaffected would not be affected';
  if (claim === null) return 'a version that the record names would be affected';
  if (reason === 'outside') return `a version in this range would be affected: ${words}`;
  const word =
    verdict === 'affected' ? 'would not be affected by this statement' : 'would not be covered by this statement';
  if (reason === 'listed' || claim.type === 'list') return `a version that is not listed ${word}`;
  const interval = membership?.holds === 'yes' ? membership.interval : null;
  const outside = interval === null ? null : outsideInWords(interval);
  return outside === null
    ? 'no version would: the range has no bounds; only a corrected record'
    : `${outside}, ${word}`;
}
