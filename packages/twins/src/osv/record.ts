import type { Fields } from '../feed/record-feed.ts';
import type { Advisory, Facts, OsvRecord, Package, Range, Reference, Score } from '../world/vulnerability.ts';
import { purlOf } from './purl.ts';

/** osv.dev overwrites the home database's schema version with its newest. */
const SCHEMA_VERSION = '1.9.0';

interface Dates {
  readonly modified: string;
  readonly published: string;
  readonly withdrawn?: string;
}

interface Names {
  readonly aliases: readonly string[];
  readonly upstream?: readonly string[];
  readonly related?: readonly string[];
}

export function advisoryRecord(advisory: Advisory, facts: Facts | null, dates: Dates, names: Names): Fields {
  const cweIds = (advisory.weaknesses ?? facts?.weaknesses)?.flatMap(({ cwe }) => cwe ?? []) ?? [];
  return recordOf(
    {
      id: advisory.ghsa,
      packages: advisory.packages,
      ...(advisory.summary === undefined ? {} : { summary: advisory.summary }),
      ...(advisory.scores === undefined ? {} : { scores: advisory.scores }),
      ...(advisory.references === undefined ? {} : { references: advisory.references }),
    },
    facts,
    dates,
    names,
    {
      cwe_ids: cweIds,
      // REST says medium, OSV says moderate.
      severity: advisory.severity === 'medium' ? 'MODERATE' : advisory.severity.toUpperCase(),
      github_reviewed: true,
      github_reviewed_at: dates.published,
    },
  );
}

/** proto3 JSON omits empty members. */
export function recordOf(
  record: Pick<OsvRecord, 'id' | 'packages' | 'summary' | 'scores' | 'commits' | 'references'>,
  facts: Facts | null,
  dates: Dates,
  names: Names,
  specific: Fields = {},
): Fields {
  const summary = record.summary ?? facts?.title;
  const affected = [
    ...record.packages.map((each) => affectedPackage(each, record.id)),
    ...commitRanges(record.commits),
  ];
  return withoutEmpty({
    schema_version: SCHEMA_VERSION,
    id: record.id,
    modified: dates.modified,
    published: dates.published,
    withdrawn: dates.withdrawn,
    aliases: names.aliases,
    upstream: names.upstream,
    related: names.related,
    summary,
    details: facts?.descriptions.find(({ lang }) => lang.startsWith('en'))?.value,
    severity: (record.scores ?? []).map(severityOf),
    affected,
    references: (record.references ?? facts?.references ?? []).map(referenceOf),
    credits: facts?.credit === undefined ? [] : [{ name: facts.credit, type: 'FINDER' }],
    database_specific: specific,
  });
}

function affectedPackage({ ecosystem, name, ranges, versions, lastKnownAffected }: Package, id: string): Fields {
  return withoutEmpty({
    package: withoutEmpty({ ecosystem, name, purl: purlOf(ecosystem, name) }),
    ranges: ranges.map(withoutEmpty),
    versions,
    database_specific: withoutEmpty({
      source: `https://osv.example/import/${id}.json`,
      // Without a known fix, the upper bound is only here and the range stays open.
      last_known_affected_version_range: lastKnownAffected,
    }),
  });
}

function commitRanges(commits: readonly Range[] | undefined): Fields[] {
  return commits === undefined ? [] : [{ ranges: commits.map(withoutEmpty) }];
}

/** Vectors only, because OSV has no scores. */
function severityOf({ version, vector }: Score): Fields {
  return { type: `CVSS_V${version[0]}`, score: vector };
}

function referenceOf({ url, tags = [] }: Reference): Fields {
  if (tags.includes('patch')) return { type: 'FIX', url };
  if (tags.includes('vendor-advisory')) return { type: 'ADVISORY', url };
  return { type: tags.includes('issue-tracking') ? 'REPORT' : 'WEB', url };
}

function withoutEmpty(fields: object): Fields {
  const kept = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
