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
  rule('patched_by_document', 'low', 'The SBOM says that a patch for the CVE is applied.'),
  rule('patched', 'low', 'The nixpkgs package carries a patch named after the CVE.'),
  rule('collection_says', 'high', 'nixpkgs itself says that this version is vulnerable.'),
  rule('rejected', 'low', 'The CVE was rejected, but another published record applies to this version.'),
  rule('exact_no_version', 'medium', 'A record or issue is about this package, but no version was given.'),
  rule('contradicted', 'low', 'An equally reliable record says this version is not affected.'),
  rule(
    'fixed_in_collection',
    'low',
    'Records name every version and no fix, but the tracker closed its issue with a merged fix.',
  ),
  rule('exact_disputed', 'medium', 'Records about exactly this package disagree; one of them includes the version.'),
  rule('exact_confirmed', 'high', 'A record about exactly this package includes the version within its bounds.'),
  rule('exact_enriched', 'medium', 'Only an enrichment of the CVE’s record names this package and version.'),
  rule('fuzz_finding', 'medium', 'Only a fuzzer reported it, for a range with a known fix.'),
  rule(
    'exact_partial',
    'medium',
    'A record about exactly this package includes the version, but its bounds are uncertain.',
  ),
  rule(
    'likely_confirmed',
    'medium',
    'A record that is probably about this package includes the version within its bounds.',
  ),
  rule('undecided', 'low', 'The versions in the records cannot be compared with this one.'),
  rule(
    'tracked_unstated',
    'low',
    'The tracker links package and CVE, but no record about the package states versions.',
  ),
  rule(
    'possible',
    'low',
    'Only the name matches, the range is for some release or platform, or both name and bounds are uncertain.',
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
