import type { Confidence } from '../../ranges/model.ts';
import type { Identity } from '../match.ts';
import { EXACT_FROM, LIKELY_FROM } from '../resolve/identity-rules.ts';

export interface ConfidenceRule {
  readonly id: string;
  readonly confidence: Confidence;
  readonly reason: string;
}

/** Every way to a confidence, in the order in which they are tried. */
export const CONFIDENCE_RULES = [
  rule('patched_by_document', 'low', 'The document that names the package says that a patch for the CVE is applied.'),
  rule('patched', 'low', 'The collection’s package carries a patch named after the CVE.'),
  rule('collection_says', 'high', 'The collection itself says that this version is vulnerable.'),
  rule('rejected', 'low', 'The CVE was rejected, but a record that is still published applies to this version.'),
  rule('exact_no_version', 'medium', 'A record or an issue is about exactly this package, but no version was given.'),
  rule('contradicted', 'low', 'A record that is about the package as surely says that the version is not affected.'),
  rule(
    'fixed_in_collection',
    'low',
    'Records name every version and no fix, while the tracker closed its issue with a merged fix.',
  ),
  rule('exact_disputed', 'medium', 'Records about exactly this package disagree; one of them includes the version.'),
  rule('exact_confirmed', 'high', 'A record about exactly this package includes the version within its bounds.'),
  rule(
    'exact_enriched',
    'medium',
    'Only who enriched the CVE’s record says that it is about exactly this package and includes the version.',
  ),
  rule(
    'fuzz_finding',
    'medium',
    'Only a fuzzer reported it, for a range that includes the version and has a known fix.',
  ),
  rule(
    'exact_partial',
    'medium',
    'A record about exactly this package includes the version, but its bounds leave something open.',
  ),
  rule(
    'likely_confirmed',
    'medium',
    'A record that is very likely about this package includes the version within its bounds.',
  ),
  rule('undecided', 'low', 'What the records say of versions cannot be compared with this one.'),
  rule(
    'tracked_unstated',
    'low',
    'The tracker links the package and the CVE, but no record about the package states versions.',
  ),
  rule(
    'possible',
    'low',
    'Only the name agrees, the range applies to some release or platform only, or both name and bounds leave something open.',
  ),
] as const satisfies readonly ConfidenceRule[];

export type ConfidenceRuleId = (typeof CONFIDENCE_RULES)[number]['id'];

export function confidenceRule(id: ConfidenceRuleId): (typeof CONFIDENCE_RULES)[number] {
  const found = CONFIDENCE_RULES.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`no confidence rule is called ${id}`);
  return found;
}

export function isExact({ weight }: Identity): boolean {
  return weight >= EXACT_FROM;
}

export function isLikely({ weight }: Identity): boolean {
  return weight >= LIKELY_FROM;
}

function rule<const Id extends string>(id: Id, confidence: Confidence, reason: string) {
  return { id, confidence, reason } as const;
}
