import { describe, expect, it } from 'vitest';
import { reconcileSeverity } from '../scores/severity.ts';
import type { RecordDocument, VulnerabilityRecord } from './model.ts';
import { readVulnerabilityRecord } from './read-record.ts';

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';

function read(source: RecordDocument['source'], value: unknown, key = 'X-1'): VulnerabilityRecord {
  return readVulnerabilityRecord({ source, key, value });
}

function cve(cna: object, adp: readonly object[] = []) {
  return { cveMetadata: { cveId: 'CVE-2099-1', state: 'PUBLISHED' }, containers: { cna, adp } };
}

const affects = (version: string) => [{ version, status: 'affected' }];

describe('readVulnerabilityRecord', () => {
  it.each(['cve_list_v5', 'nvd', 'osv', 'advisory'] as const)('reads nonsense of %s as an empty record', (source) => {
    for (const value of [null, undefined, 7, [], [[]], {}, { affected: 7, containers: [] }, 'no JSON']) {
      expect(read(source, value)).toMatchObject({ source, id: 'X-1', title: null, statements: [], references: [] });
    }
  });

  it('reads text as what it says, and notes text that is no JSON', () => {
    expect(read('osv', '{"summary":"A hole"}').title).toBe('A hole');
    expect(read('osv', '{').dropped).toEqual(['the text is no JSON']);
  });

  it('names what it leaves out and why', () => {
    const value = {
      summary: 7,
      aliases: ['A-1', 8],
      published: 'soon',
      references: [{ url: 'ftp://a' }],
      affected: [9],
    };

    expect(read('osv', value).dropped).toEqual([
      'one of aliases is no text of 100 characters',
      'summary is no text',
      'published is no date',
      'reference is no link',
      'affected is no object',
    ]);
  });

  it('reads what a record covers and what it is related to, which are no aliases', () => {
    const value = { aliases: ['CVE-2099-1'], upstream: ['CVE-2099-2'], related: ['CVE-2099-3'] };

    expect(read('osv', value)).toMatchObject(value);
  });
});

describe('severities', () => {
  it.each([
    [
      'the rating of type Ubuntu before another word',
      'UBUNTU-CVE-2099-1',
      { severity: [{ type: 'Ubuntu', score: 'low' }], database_specific: { severity: 'high' } },
      'low',
    ],
    ['a distribution’s word', 'RHSA-2099:1', { database_specific: { severity: 'Important' } }, 'high'],
    [
      'a vector before any word',
      'GHSA-a',
      { severity: [{ type: 'CVSS_V3', score: VECTOR }], database_specific: { severity: 'LOW' } },
      'high',
    ],
    ['a word of OSS-Fuzz', 'OSV-2099-1', { affected: [{ ecosystem_specific: { severity: 'MEDIUM' } }] }, 'medium'],
    [
      'the worst of several words',
      'DEBIAN-CVE-1',
      { affected: [{ ecosystem_specific: { urgency: 'low' } }, { ecosystem_specific: { urgency: 'medium' } }] },
      'medium',
    ],
    ['no word that rates nothing', 'BIT-a-1', { database_specific: { severity: 'Unknown' } }, undefined],
  ])('of OSV: %s', (_, key, value, rating) => {
    expect(reconcileSeverity(read('osv', value, key).severities).chosen?.rating).toBe(rating);
  });

  it.each([
    ['Red Hat severity rating', { value: 'Important', namespace: 'https://access.redhat.com' }, 'high'],
    ['Textual description of severity', { text: 'moderate' }, 'medium'],
    ['unknown', { description: 'Low, as far as we know' }, undefined],
  ])('of the CVE list: the word of a metric called %s', (type, content, rating) => {
    const { severities } = read('cve_list_v5', cve({ metrics: [{ other: { type, content } }] }));

    expect(reconcileSeverity(severities).chosen?.rating).toBe(rating);
  });

  it('of a GHSA count as reviewed only where it says that it was', () => {
    const severity = [{ type: 'CVSS_V3', score: VECTOR }];
    const origins = [{}, { database_specific: { github_reviewed: true } }].map(
      (beside) => read('osv', { severity, ...beside }, 'GHSA-a').severities[0]?.origin,
    );

    expect(origins).toEqual(['osv', 'reviewed_advisory']);
  });
});

describe('statements', () => {
  const thing = { vendor: 'Some Vendor', product: 'Thing', versions: affects('1.0') };

  it('that say the same are one, the assigner’s', () => {
    const repeated = { ...thing, vendor: 'some_vendor', product: 'thing' };
    const { statements } = read(
      'cve_list_v5',
      cve({ providerMetadata: { shortName: 'acme' }, affected: [thing] }, [
        { providerMetadata: { shortName: 'CISA-ADP' }, affected: [repeated, { ...thing, versions: affects('2.0') }] },
      ]),
    );

    expect(statements.map(({ record, subject }) => [record.by, subject.name])).toEqual([
      ['acme', 'Thing'],
      ['CISA-ADP', 'Thing'],
    ]);
  });

  it('about one package in two products are two', () => {
    const build = { vendor: 'Red Hat', packageName: 'xz', defaultStatus: 'affected' };
    const affected = [
      { ...build, product: 'Enterprise Linux 8' },
      { ...build, product: 'Enterprise Linux 9' },
    ];

    const { statements } = read('cve_list_v5', cve({ affected }));

    expect(statements.map(({ kind, product }) => [kind, product])).toEqual([
      ['build', 'Enterprise Linux 8'],
      ['build', 'Enterprise Linux 9'],
    ]);
  });

  it('name the record by its key, their kind and their fixes', () => {
    const vulnerabilities = [
      { package: { ecosystem: 'pip', name: 'a' }, vulnerable_version_range: '<= 1.1', first_patched_version: '1.2' },
    ];

    const { statements } = read('advisory', { ghsa_id: 'GHSA-other', vulnerabilities }, 'GHSA-a');

    expect(statements).toMatchObject([
      {
        record: { id: 'GHSA-a' },
        subject: { ecosystem: 'PyPI', name: 'a' },
        kind: 'package',
        fixes: { versions: ['1.2'] },
      },
    ]);
  });
});

it('takes CISA’s decision before an assigner’s', () => {
  const ssvc = (Exploitation: string) => [{ other: { type: 'ssvc', content: { options: [{ Exploitation }] } } }];
  const cisa = { providerMetadata: { shortName: 'CISA-ADP' }, metrics: ssvc('active') };

  expect(read('cve_list_v5', cve({ metrics: ssvc('none') }, [cisa])).ssvc?.exploitation).toBe('active');
  expect(read('cve_list_v5', cve({ metrics: ssvc('poc') })).ssvc?.exploitation).toBe('poc');
});
