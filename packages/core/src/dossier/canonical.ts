import { compareText } from '../ids/order.ts';
import type { VulnerabilityRecord } from '../records/model.ts';
import type { CvssVersion, Rating } from '../scores/rating.ts';
import { type ChosenValue, NONE_STATED, TEXT_PREFERENCE } from '../vulnerability/chosen.ts';
import { type AffectedPackage, affectedPackages } from './affected-packages.ts';
import type { Availability } from './availability.ts';
import type { Evidence } from './evidence.ts';
import type { EpssFact, KevFact } from './facts.ts';

/** `canonical` of the dossier: one value a field, and under `rules` the name of the rule that chose it. */
export interface Canonical {
  readonly id: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly severity: Rating | null;
  readonly cvssScore: number | null;
  readonly cvssVector: string | null;
  readonly cvssVersion: CvssVersion | null;
  readonly cwes: readonly string[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly aliases: readonly string[];
  readonly affectedPackages: readonly AffectedPackage[];
  readonly affectedPackagesTruncated: number;
  readonly epss: EpssFact | null;
  readonly kev: KevFact | null;
  readonly availability: Availability;
  readonly rules: CanonicalRules;
}

export type CanonicalField =
  | 'title'
  | 'description'
  | 'severity'
  | 'cwes'
  | 'published'
  | 'modified'
  | 'aliases'
  | 'affectedPackages'
  | 'availability';
export type CanonicalRules = Readonly<Record<CanonicalField, string>>;

/** The order of sources for each field; see `TEXT_PREFERENCE`. */
export const FIELD_PREFERENCE = {
  ...TEXT_PREFERENCE,
  cwes: ['assigner', 'adp', 'nvd', 'advisory', 'osv'],
} as const;

/** Reduces the evidence to one value a field. */
export function canonicalOf(evidence: Evidence): Canonical {
  const { facts, verdict, severity } = evidence;
  const overridden = verdict.availability === 'rejected' || verdict.availability === 'withdrawn';
  const { chosen } = severity;
  const affected = affectedPackages(evidence.claims);
  const { title, description, published, modified } = evidence.fields;
  const cwes = cwesOf(evidence.live);
  return {
    id: facts.id,
    title: title.value,
    description: description.value,
    severity: chosen?.rating ?? null,
    cvssScore: chosen?.score ?? null,
    cvssVector: chosen?.vector ?? null,
    cvssVersion: chosen?.version ?? null,
    cwes: cwes.value,
    published: published.value,
    modified: modified.value,
    aliases: facts.aliases
      .map(({ id }) => id)
      .filter((id) => id !== facts.id)
      .toSorted(compareText),
    affectedPackages: affected.packages,
    affectedPackagesTruncated: affected.truncated,
    epss: facts.epss,
    kev: facts.kev,
    availability: verdict.availability,
    rules: {
      title: title.rule,
      description: description.rule,
      severity: overridden ? STATE_OVERRIDES : severity.rule,
      cwes: overridden ? STATE_OVERRIDES : cwes.rule,
      published: published.rule,
      modified: modified.rule,
      aliases: 'asserted_by_records',
      affectedPackages: overridden ? STATE_OVERRIDES : 'every_source_side_by_side',
      availability: verdict.rule,
    },
  };
}

/** The rule of what an id that is rejected or withdrawn no longer has. */
export const STATE_OVERRIDES = 'state_overrides';

const SOURCES = { nvd: 'nvd', advisory: 'advisory', osv: 'osv' } as const;

function cwesOf(records: readonly VulnerabilityRecord[]): ChosenValue<readonly string[]> {
  const named = records.flatMap(({ source, weaknesses }) => weaknesses.map(({ by, cwes }) => ({ source, by, cwes })));
  for (const whose of FIELD_PREFERENCE.cwes) {
    const cwes = named
      .filter(({ source, by }) =>
        whose === 'assigner' ? by === 'cna' : whose === 'adp' ? by === 'adp' : source === SOURCES[whose],
      )
      .find(({ cwes: own }) => own.length > 0)?.cwes;
    if (cwes !== undefined) return { value: cwes, rule: whose === 'assigner' ? 'assigner_first' : `${whose}_next` };
  }
  return { value: [], rule: NONE_STATED };
}
