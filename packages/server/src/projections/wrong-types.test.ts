import type { SourceId } from '@almanac/contract';
import { isRecordSource, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { describe, expect, it } from 'vitest';
import { advisoryRows } from './advisory.ts';
import { affectedRows } from './affected/rows.ts';
import { aliasRows } from './aliases.ts';
import { cveRows } from './cve.ts';
import { kevRows } from './kev.ts';
import { nvdRows } from './nvd.ts';
import { relationRows } from './relations.ts';
import { searchRows } from './search.ts';
import { weaknessRows } from './weakness.ts';

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const CPE = 'cpe:2.3:a:v:p:1.0:*:*:*:*:*:*:*';
const configurations = [
  { operator: 'AND', nodes: [{ cpeMatch: [{ vulnerable: true, criteria: CPE, versionEndExcluding: '2' }] }] },
];

const RECORDS: Readonly<Record<string, { source: SourceId; key: string; value: unknown }>> = {
  'a CVE record': {
    source: 'cve_list_v5',
    key: 'CVE-2024-4577',
    value: {
      cveMetadata: { cveId: 'CVE-2024-4577', state: 'PUBLISHED', assignerShortName: 'a', datePublished: '2024-01-01' },
      containers: {
        cna: {
          title: 't',
          descriptions: [{ lang: 'en', value: 'd' }],
          rejectedReasons: [{ lang: 'en', value: 'd' }],
          replacedBy: ['CVE-2024-4578'],
          affected: [
            {
              vendor: 'v',
              product: 'p',
              packageName: 'n',
              collectionURL: 'https://pypi.org',
              defaultStatus: 'affected',
              versions: [
                {
                  version: '1',
                  lessThan: '2',
                  status: 'affected',
                  versionType: 'semver',
                  changes: [{ at: '1.5', status: 'unaffected' }],
                },
              ],
            },
          ],
          problemTypes: [{ descriptions: [{ cweId: 'CWE-79', description: 'CWE-79' }] }],
          metrics: [{ cvssV3_1: { vectorString: VECTOR, baseScore: 7.5, baseSeverity: 'HIGH' } }],
          references: [{ url: 'https://a.example' }],
          tags: ['disputed'],
          cpeApplicability: configurations,
        },
        adp: [
          {
            providerMetadata: { shortName: 'CISA-ADP' },
            metrics: [{ other: { type: 'ssvc', content: { options: [{ Exploitation: 'poc' }] } } }],
          },
        ],
      },
    },
  },
  'an OSV record': {
    source: 'osv',
    key: 'GHSA-8r3f-844c-mc37',
    value: {
      id: 'GHSA-8r3f-844c-mc37',
      modified: '2024-01-01T00:00:00Z',
      withdrawn: '2024-01-01T00:00:00Z',
      aliases: ['CVE-2024-24786'],
      summary: 's',
      details: 'd',
      severity: [{ type: 'CVSS_V3', score: VECTOR }],
      affected: [
        {
          package: { ecosystem: 'Go', name: 'n' },
          severity: [{ type: 'Ubuntu', score: 'low' }],
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.0' }] }],
          versions: ['1.0.0'],
          database_specific: { cwes: [{ cweId: 'CWE-506' }], last_known_affected_version_range: '< 1' },
        },
      ],
      database_specific: { cwe_ids: ['CWE-835'], severity: 'LOW', github_reviewed: true, CWE: { id: 'CWE-1' } },
    },
  },
  'an advisory': {
    source: 'advisory',
    key: 'GHSA-8r3f-844c-mc37',
    value: {
      ghsa_id: 'GHSA-8r3f-844c-mc37',
      cve_id: 'CVE-2024-24786',
      type: 'reviewed',
      severity: 'high',
      identifiers: [{ type: 'CVE', value: 'CVE-2024-24786' }],
      published_at: '2024-01-01T00:00:00Z',
      vulnerabilities: [{ package: { ecosystem: 'go', name: 'n' }, vulnerable_version_range: '< 1.0' }],
      cvss_severities: { cvss_v3: { vector_string: VECTOR, score: 7.5 } },
      cwes: [{ cwe_id: 'CWE-835' }],
    },
  },
  'an NVD record': {
    source: 'nvd',
    key: 'CVE-2024-4577',
    value: {
      cve: {
        id: 'CVE-2024-4577',
        vulnStatus: 'Analyzed',
        published: '2024-01-01T00:00:00',
        metrics: { cvssMetricV31: [{ source: 'nvd@nist.gov', cvssData: { vectorString: VECTOR, baseScore: 7.5 } }] },
        weaknesses: [{ description: [{ value: 'CWE-295' }] }],
        configurations,
      },
    },
  },
  'a KEV entry': {
    source: 'kev',
    key: 'CVE-2024-4577',
    value: { cveID: 'CVE-2024-4577', cwes: ['CWE-1'], dateAdded: '2024-01-01' },
  },
};

const WRONG: readonly unknown[] = [
  null,
  0,
  -1e308,
  true,
  '',
  'x',
  'a\0b\ud800',
  'x'.repeat(100_000),
  [],
  [null],
  {},
  { __proto__: null },
  [[[]]],
];

describe.each(Object.entries(RECORDS))('%s with anything in any place', (_, { source, key, value }) => {
  it('comes to rows that PostgreSQL can hold', () => {
    for (const path of pathsOf(value)) {
      for (const wrong of WRONG) {
        const broken = withValueAt(value, path, wrong);
        const rows = isRecordSource(source)
          ? rowsOf(readVulnerabilityRecord({ source, key, value: broken }))
          : kevRows(broken).rows;

        for (const text of textsOf(rows)) {
          const isFine = text.isWellFormed() && !text.includes('\0') && text.length <= 250_000;
          expect(isFine, `${path.join('.')} = ${JSON.stringify(wrong).slice(0, 40)}`).toBe(true);
        }
      }
    }
  });
});

function rowsOf(record: VulnerabilityRecord): unknown[] {
  const projections = [affectedRows, cveRows, nvdRows, advisoryRows, weaknessRows, aliasRows, relationRows, searchRows];
  return projections.flatMap((project): readonly unknown[] => project(record).rows);
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function withValueAt(value: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((inner, i) => (String(i) === key ? withValueAt(inner, rest, wrong) : inner));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: withValueAt(object[key], rest, wrong) };
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
