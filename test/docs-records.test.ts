import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type VulnerabilityRecord } from '../packages/core/src/records/model.ts';
import { readVulnerabilityRecord } from '../packages/core/src/records/read-record.ts';
import { SUBJECT_KINDS } from '../packages/core/src/records/subject-kind.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/evidence.md'), 'utf8');

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const CPE = 'cpe:2.3:a:v:p:1.0:*:*:*:*:wordpress:*:*';
const DATE = '2099-01-01T00:00:00Z';
const nodes = [{ cpeMatch: [{ criteria: CPE }] }];
const references = [{ url: 'https://example.org' }];
const described = [{ lang: 'en', value: 'CWE-79' }];

/** Records with every member that is read of their forms. */
const FULL = [
  {
    source: 'cve_list_v5',
    value: {
      cveMetadata: {
        state: 'REJECTED',
        assignerShortName: 'acme',
        dateReserved: DATE,
        dateRejected: DATE,
        datePublished: DATE,
        dateUpdated: DATE,
      },
      containers: {
        cna: {
          title: 'A hole',
          descriptions: described,
          rejectedReasons: described,
          replacedBy: ['CVE-2099-0002'],
          metrics: [
            { cvssV3_1: { vectorString: VECTOR } },
            { other: { type: 'ssvc', content: { options: [{ Exploitation: 'poc' }] } } },
          ],
          problemTypes: [{ descriptions: [{ cweId: 'CWE-79' }] }],
          references,
          tags: ['disputed'],
          affected: [{ product: 'p', repo: 'https://example.org/p', cpes: [CPE] }],
        },
        adp: [{ affected: [{ vendor: 'other', product: 'thing' }] }],
      },
    },
  },
  {
    source: 'nvd',
    value: {
      vulnStatus: 'Analyzed',
      descriptions: described,
      metrics: { cvssMetricV31: [{ source: 'nvd@nist.gov', cvssData: { vectorString: VECTOR } }] },
      weaknesses: [{ description: described }],
      published: DATE,
      lastModified: DATE,
      references,
      configurations: [{ nodes }],
    },
  },
  {
    source: 'osv',
    value: {
      withdrawn: DATE,
      aliases: ['MAL-2099-1'],
      upstream: ['CVE-2099-0001'],
      related: ['CVE-2099-0002'],
      summary: 'A hole',
      details: 'A hole in a thing.',
      severity: [{ type: 'CVSS_V3', score: VECTOR }],
      database_specific: { cwe_ids: ['CWE-79'] },
      published: DATE,
      modified: DATE,
      references,
      affected: [
        {
          package: { ecosystem: 'npm', name: 'p' },
          ranges: [{ type: 'GIT', repo: 'https://example.org/p', events: [{ introduced: '0' }] }],
        },
      ],
    },
  },
  {
    source: 'advisory',
    value: {
      ghsa_id: 'GHSA-a',
      type: 'reviewed',
      withdrawn_at: DATE,
      cve_id: 'CVE-2099-0001',
      summary: 'A hole',
      description: 'A hole in a thing.',
      severity: 'high',
      cwes: [{ cwe_id: 'CWE-79' }],
      published_at: DATE,
      updated_at: DATE,
      references: ['https://example.org'],
      source_code_location: 'https://example.org/p',
      vulnerabilities: [{ package: { ecosystem: 'npm', name: 'p' } }],
    },
  },
] as const;

it('docs/evidence.md says which members each form has', () => {
  const rows = tableOf('Member');
  const read = FULL.map(({ source, value }) => readVulnerabilityRecord({ source, key: 'X-1', value }));

  const members = Object.keys(read[0] ?? {}).filter((name) => !['source', 'id', 'state', 'dropped'].includes(name));
  expect(new Set(rows.map(([member]) => member))).toEqual(new Set(members));
  for (const [member = '', ...forms] of rows) {
    const filled = read.map((record) => isFilled(record[member as keyof VulnerabilityRecord]));
    expect([member, ...forms.map((form) => form !== '–')]).toEqual([member, ...filled]);
  }
});

it('docs/evidence.md lists the kinds of subjects', () => {
  expect(tableOf('Kind').map(([kind]) => kind)).toEqual([...SUBJECT_KINDS]);
});

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

function tableOf(heading: string): string[][] {
  const lines = page.split('\n');
  const at = lines.findIndex((line) => cells(line)[0] === heading);
  const rows = lines.slice(at + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map(cells);
}

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}
