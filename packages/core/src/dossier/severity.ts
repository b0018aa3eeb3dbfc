import type { VulnerabilityRecord } from '../records/model.ts';
import { reconcileSeverity, type SeverityOrigin, type SeverityValue } from '../scores/severity.ts';

/** The names under which the preference of `reconcileSeverity` is published. */
export const SEVERITY_RULES: Readonly<Record<SeverityOrigin | 'unrated', string>> = {
  cna: 'cna_first',
  adp: 'adp_next',
  reviewed_advisory: 'reviewed_advisory_next',
  nvd: 'nvd_next',
  osv: 'osv_next',
  distribution: 'distribution_next',
  word: 'word_last',
  unrated: 'none_stated',
};

/** What one author says, by the best of what he says. */
export interface AuthoredSeverity {
  readonly source: string;
  readonly record: string;
  readonly value: SeverityValue;
}

/** The severities of all records: what they come to, each author's best, and everything each record says. */
export interface JointSeverity {
  readonly chosen: SeverityValue | null;
  /** Its published name. */
  readonly rule: string;
  readonly authors: readonly AuthoredSeverity[];
  readonly said: readonly AuthoredSeverity[];
}

/** Reads the severities of all records. */
export function severityOf(records: readonly VulnerabilityRecord[]): JointSeverity {
  const { chosen } = reconcileSeverity(records.flatMap(({ severities }) => severities));
  const byRecord = records.map(({ source, id, severities }) =>
    reconcileSeverity(severities).values.map((value) => ({ source, record: id, value })),
  );
  return { chosen, rule: ruleOf(chosen), authors: byRecord.flatMap(bestOfAuthors), said: byRecord.flat() };
}

function ruleOf(chosen: SeverityValue | null): string {
  if (chosen === null) return SEVERITY_RULES.unrated;
  return SEVERITY_RULES[chosen.vector === null && chosen.origin !== 'distribution' ? 'word' : chosen.origin];
}

/** A CVE record has two authors, the assigner and those who added to it; every other record has one. Values come best first. */
function bestOfAuthors(values: readonly AuthoredSeverity[]): AuthoredSeverity[] {
  const isList = values[0]?.source === 'cve_list_v5';
  const authors = isList
    ? (['cna', 'adp'] as const).map((by) => values.filter(({ value }) => value.origin === by))
    : [values];
  return authors.flatMap(([best]) => (best === undefined ? [] : [best]));
}
