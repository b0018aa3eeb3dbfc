import type { SourceId } from '@almanac/contract';
import { ADVISORY_ECOSYSTEM_NAMES, type SeverityClaim, schemeOf } from '@almanac/core';
import { type Fields, fields } from '../../src/projections/fields.ts';
import { MAX_VECTOR, type SeverityColumns, severityColumns } from '../../src/projections/severity.ts';
import { clean } from '../../src/projections/text.ts';
import { type Projected, type ProjectedVersion, sourceNumber } from '../../src/projections/version.ts';
import { aliasesOf, isRestForm } from './advisory-form.ts';

export type AdvisoryType = 'reviewed' | 'unreviewed' | 'malware';

export interface AdvisoryRow extends SeverityColumns {
  readonly id: string;
  readonly source: number;
  readonly type: AdvisoryType | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  /** `undated`: it is, and says so in a way that cannot be read. */
  readonly withdrawn: Date | 'undated' | null;
  readonly summary: string | null;
  readonly ecosystems: readonly string[];
}

const MAX_SUMMARY = 1_000;

/** An OSV record, or an advisory of the advisory database in either of its forms. The key is the id. */
export function advisoryRows(
  source: SourceId,
  value: unknown,
  { key }: Pick<ProjectedVersion, 'key'>,
): Projected<AdvisoryRow> {
  const id = clean(key, 100);
  if (id === '' || id !== key) return { rows: [], dropped: 1 };
  const read = fields();
  const rest = isRestForm(read, value);
  const at = (restName: string, osvName: string) => read.member(value, rest ? restName : osvName);
  const type = typeOf(read, id, value, rest);
  const row: AdvisoryRow = {
    id,
    source: sourceNumber(source),
    type,
    published: read.instant(at('published_at', 'published')),
    modified: read.instant(at('updated_at', 'modified')),
    withdrawn: withdrawnAt(read, at('withdrawn_at', 'withdrawn')),
    summary: read.text(read.member(value, 'summary'), MAX_SUMMARY),
    ...severityColumns(rest ? restSeverity(read, value, type) : osvSeverity(read, source, value, type)),
    ecosystems: ecosystemsOf(read, value, rest),
  };
  return { rows: [row], dropped: read.dropped() };
}

function withdrawnAt(read: Fields, value: unknown): AdvisoryRow['withdrawn'] {
  return read.instant(value) ?? (typeof value === 'string' && value.trim() !== '' ? 'undated' : null);
}

function typeOf(read: Fields, id: string, value: unknown, rest: boolean): AdvisoryType | null {
  if (id.startsWith('MAL-') || aliasesOf(read, value).some((alias) => alias.startsWith('MAL-'))) return 'malware';
  if (!rest) {
    const reviewed = read.member(read.member(value, 'database_specific'), 'github_reviewed');
    return reviewed === true ? 'reviewed' : reviewed === false ? 'unreviewed' : null;
  }
  const type = read.text(read.member(value, 'type'), 20)?.toLowerCase();
  return type === 'reviewed' || type === 'unreviewed' || type === 'malware' ? type : null;
}

function restSeverity(read: Fields, value: unknown, type: AdvisoryType | null): SeverityClaim[] {
  const origin = type === 'reviewed' ? 'reviewed_advisory' : 'osv';
  const severities = read.member(value, 'cvss_severities');
  const scored = ['cvss_v4', 'cvss_v3'].map((version) => read.member(severities, version));
  const claims = [...scored, read.member(value, 'cvss')].flatMap((cvss): SeverityClaim[] => {
    // A score of 0 without a vector is how this interface says that there is none.
    const vector = read.text(read.member(cvss, 'vector_string'), MAX_VECTOR);
    return vector === null
      ? []
      : [{ origin, source: 'advisory', vector, score: read.number(read.member(cvss, 'score')) }];
  });
  return [...claims, { origin: 'word', source: 'advisory', word: read.text(read.member(value, 'severity'), 20) }];
}

/** Either at the top or with each package, says the schema: the highest then stands for the record. */
function osvSeverity(read: Fields, source: SourceId, value: unknown, type: AdvisoryType | null): SeverityClaim[] {
  const origin = type === 'reviewed' ? 'reviewed_advisory' : 'osv';
  const lists = [value, ...read.list(read.member(value, 'affected'))].map((each) => read.member(each, 'severity'));
  const claims = lists.flatMap((severities) =>
    read.list(severities).map((severity): SeverityClaim => {
      const score = read.text(read.member(severity, 'score'), MAX_VECTOR);
      const isVector = read.text(read.member(severity, 'type'), 20)?.startsWith('CVSS') === true;
      return isVector ? { origin, source, vector: score } : { origin: 'distribution', source, word: score };
    }),
  );
  const word = read.text(read.member(read.member(value, 'database_specific'), 'severity'), 20);
  return [...claims, { origin: 'word', source, word }];
}

function ecosystemsOf(read: Fields, value: unknown, rest: boolean): string[] {
  const named = read.list(read.member(value, rest ? 'vulnerabilities' : 'affected')).map((affected) => {
    const ecosystem = read.text(read.member(read.member(affected, 'package'), 'ecosystem'), 200);
    if (ecosystem === null) return null;
    // The advisory database's interface has names of its own: `pip` is PyPI.
    return (rest ? ADVISORY_ECOSYSTEM_NAMES.get(ecosystem.toLowerCase()) : null) ?? schemeOf(ecosystem).base;
  });
  return [...new Set(named.filter((base) => base !== null))].sort().slice(0, 50);
}
