import type { Confidence } from '../ranges/model.ts';
import { EXACT_FROM, LIKELY_FROM } from './identity-rules.ts';
import type { Against, Identity, MatchEvidence } from './match.ts';
import { type Strength, strengthOf } from './strength.ts';

export interface ConfidenceRule {
  readonly id: string;
  readonly confidence: Confidence;
  readonly reason: string;
}

/** Every way to a confidence, in the order in which they are tried; each reads nothing but the proof. */
export const CONFIDENCE_RULES = [
  rule('patched', 'low', 'the collection’s package carries a patch named after the CVE'),
  rule('collection_says', 'high', 'the collection itself says that this version is vulnerable'),
  rule('contradicted', 'low', 'a record that is about the package as surely says that the version is not affected'),
  rule('exact_confirmed', 'high', 'exactly this package, and the version lies within the record’s bounds'),
  rule('exact_partial', 'medium', 'exactly this package, but the record’s bounds leave something open'),
  rule('likely_confirmed', 'medium', 'very likely this package, and the version lies within the record’s range'),
  rule(
    'tracked_open',
    'medium',
    'an open issue of the tracker names exactly this package, and no record gives versions',
  ),
  rule('exact_no_version', 'medium', 'exactly this package, but no version was given'),
  rule('undecided', 'low', 'what the records say of versions cannot be held against this one'),
  rule('possible', 'low', 'a name alone, or a range that holds for some release or platform only'),
] as const satisfies readonly ConfidenceRule[];

export type ConfidenceRuleId = (typeof CONFIDENCE_RULES)[number]['id'];

/** What the confidence is computed from. */
export interface Weighed {
  readonly version: string | null;
  /** Whether the version asked about is one that the collection carries; true where it carries none of that name. */
  readonly carried: boolean;
  readonly evidence: readonly MatchEvidence[];
  readonly against: readonly Against[];
  /** The patch is in every entry of the collection that has this version. */
  readonly patchedEverywhere: boolean;
}

/** The rule that applies: the first of the list that does. */
export function confidenceOf(weighed: Weighed): ConfidenceRule {
  const { version, evidence } = weighed;
  const records = evidence.filter((each) => each.kind === 'record');
  const affected = records.filter(({ evaluation }) => evaluation.verdict === 'affected');
  const identities = evidence.map(({ identity }) => identity);
  if (weighed.patchedEverywhere) return of('patched');
  if (evidence.some(({ kind }) => kind === 'known_vulnerability')) return of('collection_says');
  if (version === null) return of(identities.some(isExact) ? 'exact_no_version' : 'possible');
  const strengths = affected.map(({ identity, evaluation }) => ({ identity, strength: strengthOf(evaluation) }));
  if (affected.length > 0 && isContradicted(strengths, weighed.against)) return of('contradicted');
  const has = (test: (identity: Identity) => boolean, ...allowed: readonly Strength[]) =>
    strengths.some(({ identity, strength }) => test(identity) && allowed.includes(strength));
  if (has(isExact, 'firm')) return of('exact_confirmed');
  if (has(isExact, 'partial')) return of('exact_partial');
  if (has(isLikely, 'firm', 'partial')) return of('likely_confirmed');
  if (affected.length > 0) return of('possible');
  const open = evidence.some((each) => each.kind === 'issue' && each.state === 'open' && isExact(each.identity));
  if (open && weighed.carried) return of('tracked_open');
  return of(records.length > 0 ? 'undecided' : 'possible');
}

/** One that holds firmly is not undone by another record; one that is partial, or of a weaker identity, is. */
function isContradicted(
  affected: readonly { identity: Identity; strength: Strength }[],
  against: readonly Against[],
): boolean {
  const contrary = against.flatMap((each) => (each.kind === 'not_affected' ? [each.identity.weight] : []));
  if (contrary.length === 0) return false;
  const most = Math.max(...contrary);
  return affected.every(
    ({ identity, strength }) => identity.weight <= most && (strength !== 'firm' || !isExact(identity)),
  );
}

export function isExact({ weight }: Identity): boolean {
  return weight >= EXACT_FROM;
}

export function isLikely({ weight }: Identity): boolean {
  return weight >= LIKELY_FROM;
}

function of(id: ConfidenceRuleId): ConfidenceRule {
  const found = CONFIDENCE_RULES.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`no confidence rule is called ${id}`);
  return found;
}

function rule<const Id extends string>(id: Id, confidence: Confidence, reason: string) {
  return { id, confidence, reason } as const;
}
