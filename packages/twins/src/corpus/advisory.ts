import { readCvss } from '@almanac/core/scores';
import { restEcosystem } from '../advisory/ecosystems.ts';
import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';
import type { OsvLine } from './osv.ts';

/** Converts an OSV record to the REST API's form. */
export function advisoryOf({ id, aliases, value }: OsvLine): Fields {
  const cve = aliases.find((alias) => alias.startsWith('CVE-')) ?? null;
  const specific = fieldsOf(value['database_specific']);
  const reviewed = specific['github_reviewed'] === true;
  const vector = (type: string) => {
    const found = listOf(value['severity'])
      .map(fieldsOf)
      .find((each) => each['type'] === type)?.['score'];
    const read = typeof found === 'string' ? readCvss(found) : null;
    return { vector_string: read === null ? null : found, score: read?.baseScore ?? 0 };
  };
  const said = specific['severity'];
  const severity = typeof said === 'string' ? said.toLowerCase() : 'unknown';
  const references = listOf(value['references']).flatMap((each) => fieldsOf(each)['url'] ?? []);
  return {
    ghsa_id: id,
    cve_id: cve,
    url: `https://api.github.com/advisories/${id}`,
    html_url: `https://github.com/advisories/${id}`,
    summary: value['summary'] ?? id,
    description: value['details'] ?? null,
    type: reviewed ? 'reviewed' : 'unreviewed',
    severity: severity === 'moderate' ? 'medium' : severity,
    identifiers: [{ value: id, type: 'GHSA' }, ...(cve === null ? [] : [{ value: cve, type: 'CVE' }])],
    references,
    published_at: secondsDate(value['published'] ?? value['modified']),
    updated_at: secondsDate(value['modified']),
    github_reviewed_at: reviewed ? secondsDate(specific['github_reviewed_at'] ?? value['published']) : null,
    nvd_published_at: secondsDate(specific['nvd_published_at']),
    withdrawn_at: secondsDate(value['withdrawn']),
    vulnerabilities: listOf(value['affected']).map(fieldsOf).flatMap(vulnerabilitiesOf),
    cvss_severities: { cvss_v3: vector('CVSS_V3'), cvss_v4: vector('CVSS_V4') },
    cwes: listOf(specific['cwe_ids']).map((cwe) => ({ cwe_id: cwe, name: cwe })),
    credits: [],
  };
}

/** One entry per range, as in the database. */
function vulnerabilitiesOf(affected: Fields): Fields[] {
  const { ecosystem, name } = fieldsOf(affected['package']);
  if (typeof ecosystem !== 'string' || typeof name !== 'string') return [];
  return listOf(affected['ranges'])
    .flatMap((range) => intervalsOf(listOf(fieldsOf(range)['events']).map(fieldsOf)))
    .map(({ introduced, fixed, last }) => {
      const upper = fixed === undefined ? (last === undefined ? [] : [`<= ${last}`]) : [`< ${fixed}`];
      const lower = introduced === undefined || (introduced === '0' && upper.length > 0) ? [] : [`>= ${introduced}`];
      return {
        package: { ecosystem: restEcosystem(ecosystem), name },
        vulnerable_version_range: [...lower, ...upper].join(', '),
        first_patched_version: fixed ?? null,
        vulnerable_functions: [],
      };
    });
}

interface GivenInterval {
  introduced?: string;
  fixed?: string;
  last?: string;
}

/** Splits events before each `introduced`, because the database has one entry per interval. */
function intervalsOf(events: readonly Fields[]): GivenInterval[] {
  const stated = events.flatMap((event) =>
    (['introduced', 'fixed', 'last_affected'] as const).flatMap((kind) => {
      const version = event[kind];
      return typeof version === 'string' ? [{ kind, version }] : [];
    }),
  );
  const ordered = stated.toSorted((a, b) => compareNumbers(a.version, b.version));
  const intervals: GivenInterval[] = [];
  for (const { kind, version } of ordered) {
    if (kind === 'introduced' || intervals.length === 0) intervals.push({});
    const interval = intervals.at(-1) ?? {};
    interval[kind === 'last_affected' ? 'last' : kind] ??= version;
  }
  return intervals;
}

/** Comparing dotted numbers is enough to sort intervals. */
function compareNumbers(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < Math.max(x?.length ?? 0, y?.length ?? 0); i += 1) {
    const order = (x?.[i] ?? 0) - (y?.[i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

function secondsDate(value: unknown): string | null {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(instant) ? `${new Date(instant).toISOString().slice(0, 19)}Z` : null;
}
