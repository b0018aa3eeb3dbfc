import type { VulnerabilityRecord } from '../records/model.ts';
import { CONFLICT_CODES, type Conflict, type ConflictValue } from './conflict.ts';
import { packageConflicts } from './conflicts-of-packages.ts';
import type { Evidence } from './evidence.ts';
import { daysBetween } from './instant.ts';
import type { AuthoredSeverity, JointSeverity } from './severity.ts';

/** The CVE list and NVD date the same event; beyond a month it is another. */
export const DATE_TOLERANCE_DAYS = 31;
const MAX_VALUES = 20;

/**
 * Where the sources disagree, in the order of the codes.
 *
 * - `STATE_DISAGREES`: some records of the id count and others are withdrawn, or the CVE services say otherwise than the CVE list.
 * - `RANGE_DISAGREES`, `FIX_DISAGREES`: see `conflicts-of-packages.ts`.
 * - `SEVERITY_DISAGREES`: the authors' preferred values fall into different rating bands. CVSS 2 has other bands, and counts only
 *   where nobody gives a newer version.
 * - `SCORE_DISAGREES_WITH_VECTOR`: a published score is not the one that its vector gives.
 * - `DATE_DISAGREES`: the CVE list and NVD date the publication more than a month apart. Advisories date their own publication,
 *   which may be years later, and are not compared.
 * - `ALIAS_ONE_SIDED`: a record names an alias whose own record, which we hold, does not return it.
 */
export function conflictsOf(evidence: Evidence): Conflict[] {
  const found = [
    ...stateConflicts(evidence),
    ...packageConflicts(evidence.claims),
    ...severityConflicts(evidence.severity),
    ...dateConflicts(evidence.live),
    ...aliasConflicts(evidence),
  ];
  return found
    .toSorted((a, b) => CONFLICT_CODES.indexOf(a.code) - CONFLICT_CODES.indexOf(b.code))
    .map(({ code, field, values, chosen, rule }) => ({
      code,
      field,
      values: distinct(values).slice(0, MAX_VALUES),
      chosen,
      rule,
    }));
}

/** Of forty records of a source that say the same, one is enough. */
function distinct(values: readonly ConflictValue[]): ConflictValue[] {
  return [
    ...new Map(values.toReversed().map((value) => [`${value.source} ${value.value}`, value])).values(),
  ].toReversed();
}

function stateConflicts({ facts, records, verdict }: Evidence): Conflict[] {
  const values = records
    .filter(({ state }) => state === 'live' || state === 'withdrawn')
    .map(({ source, id, state }): ConflictValue => {
      const words =
        source === 'cve_list_v5'
          ? { live: 'published', withdrawn: 'rejected' }
          : { live: 'live', withdrawn: 'withdrawn' };
      return { source, record: id, value: state === 'live' ? words.live : words.withdrawn };
    });
  if (facts.kev !== null) values.push({ source: 'kev', record: facts.id, value: 'live' });
  if (facts.idService === 'rejected' || facts.idService === 'published') {
    values.push({ source: 'cve_services', record: facts.id, value: facts.idService });
  }
  const dead = values.filter(({ value }) => value === 'rejected' || value === 'withdrawn');
  if (dead.length === 0 || dead.length === values.length) return [];
  return [{ code: 'STATE_DISAGREES', field: 'availability', values, chosen: verdict.availability, rule: verdict.rule }];
}

function severityConflicts({ chosen, rule, authors, said }: JointSeverity): Conflict[] {
  const comparable = authors.some(({ value }) => value.version !== '2.0')
    ? authors.filter(({ value }) => value.version !== '2.0')
    : authors;
  const conflicts: Conflict[] = [];
  if (new Set(comparable.map(({ value }) => value.rating)).size > 1) {
    conflicts.push({
      code: 'SEVERITY_DISAGREES',
      field: 'severity',
      values: comparable.map(severityInWords),
      chosen: chosen?.rating ?? null,
      rule,
    });
  }
  for (const { source, record, value } of said) {
    const { publishedScore, computedScore, vector } = value;
    if (publishedScore === null || computedScore === null || publishedScore === computedScore) continue;
    conflicts.push({
      code: 'SCORE_DISAGREES_WITH_VECTOR',
      field: 'cvssScore',
      values: [
        { source, record, value: `published ${publishedScore.toFixed(1)}` },
        { source, record, value: `computed ${computedScore.toFixed(1)} from ${vector}` },
      ],
      chosen: publishedScore.toFixed(1),
      rule: 'published_score_kept',
    });
  }
  return conflicts;
}

function severityInWords({ source, record, value }: AuthoredSeverity): ConflictValue {
  const score = value.score === null ? '' : ` ${value.score.toFixed(1)}`;
  const version = value.version === null ? '' : ` (CVSS ${value.version})`;
  const by = value.origin === 'cna' || value.origin === 'adp' ? ` (${value.origin})` : '';
  return { source, record: `${record}${by}`, value: `${value.rating}${score}${version}` };
}

function dateConflicts(records: readonly VulnerabilityRecord[]): Conflict[] {
  const [list, nvd] = (['cve_list_v5', 'nvd'] as const).map((source) =>
    records.find((record) => record.source === source),
  );
  if (list?.published == null || nvd?.published == null) return [];
  if (Math.abs(daysBetween(list.published, nvd.published)) <= DATE_TOLERANCE_DAYS) return [];
  const values = [list, nvd].map(({ source, id, published }) => ({ source, record: id, value: published ?? '' }));
  return [{ code: 'DATE_DISAGREES', field: 'published', values, chosen: list.published, rule: 'assigner_first' }];
}

function aliasConflicts({ facts }: Evidence): Conflict[] {
  return facts.aliases
    .filter(({ oneSided }) => oneSided)
    .slice(0, MAX_VALUES)
    .map(({ id, asserters }) => ({
      code: 'ALIAS_ONE_SIDED',
      field: 'aliases',
      values: asserters.map((source) => ({ source, record: facts.id, value: id })),
      chosen: id,
      rule: 'asserted_alias_kept',
    }));
}
