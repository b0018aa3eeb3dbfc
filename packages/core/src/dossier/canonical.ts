import { compareText } from '../ids/order.ts';
import type { VulnerabilityRecord } from '../records/model.ts';
import type { CvssVersion, Rating } from '../scores/rating.ts';
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

/**
 * Whose word counts, first that has any. `assigner` is the CVE list's record, `advisory` a reviewed one before an unreviewed one,
 * `osv` the record that speaks for the CVE before its others, `earliest` and `latest` of all their dates.
 */
export const FIELD_PREFERENCE = {
  title: ['assigner', 'advisory', 'osv', 'kev'],
  description: ['assigner', 'nvd', 'advisory', 'osv'],
  cwes: ['assigner', 'adp', 'nvd', 'advisory', 'osv'],
  published: ['assigner', 'nvd', 'earliest'],
  modified: ['assigner', 'nvd', 'latest'],
} as const;

/** Reduces the evidence to one value a field. */
export function canonicalOf(evidence: Evidence): Canonical {
  const { facts, verdict, severity } = evidence;
  const overridden = verdict.availability === 'rejected' || verdict.availability === 'withdrawn';
  const { chosen } = severity;
  const affected = affectedPackages(evidence.claims);
  const title = prefer(evidence, 'title', ({ title: own }) => own);
  const description = prefer(
    evidence,
    'description',
    ({ description, rejectedReason }) => description ?? rejectedReason,
  );
  const cwes = cwesOf(evidence.live);
  const published = preferDate(evidence, 'published');
  const modified = preferDate(evidence, 'modified');
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
const NONE_STATED = 'none_stated';

interface Preferred<T> {
  readonly value: T;
  readonly rule: string;
}

/** Also of withdrawn records: what an id was about is told even when it no longer counts. */
function prefer(
  { records, live, facts }: Evidence,
  field: 'title' | 'description',
  read: (record: VulnerabilityRecord) => string | null,
): Preferred<string | null> {
  const candidates = live.length === 0 ? records : live;
  for (const whose of FIELD_PREFERENCE[field]) {
    const value =
      whose === 'kev'
        ? (facts.kev?.vulnerabilityName ?? null)
        : firstOf(
            candidates.filter(({ source }) => source === SOURCES[whose]),
            read,
          );
    if (value !== null) return { value, rule: `${whose}_${whose === 'assigner' ? 'first' : 'next'}` };
  }
  return { value: null, rule: NONE_STATED };
}

/** Databases date their own record, often years later: of several dates the earliest publication and the latest change count. */
function preferDate({ records, live }: Evidence, field: 'published' | 'modified'): Preferred<string | null> {
  const candidates = live.length === 0 ? records : live;
  for (const whose of ['assigner', 'nvd'] as const) {
    const value = candidates.find(({ source }) => source === SOURCES[whose])?.[field] ?? null;
    if (value !== null) return { value, rule: whose === 'assigner' ? 'assigner_first' : 'nvd_next' };
  }
  const dates = candidates.map((record) => record[field]).filter((date) => date !== null);
  const value = dates.toSorted(compareText).at(field === 'published' ? 0 : -1) ?? null;
  return { value, rule: value === null ? NONE_STATED : field === 'published' ? 'earliest_next' : 'latest_next' };
}

const SOURCES = { assigner: 'cve_list_v5', nvd: 'nvd', advisory: 'advisory', osv: 'osv' } as const;

function cwesOf(records: readonly VulnerabilityRecord[]): Preferred<readonly string[]> {
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

function firstOf<T, R>(items: readonly T[], read: (item: T) => R | null): R | null {
  for (const item of items) {
    const value = read(item);
    if (value !== null) return value;
  }
  return null;
}
