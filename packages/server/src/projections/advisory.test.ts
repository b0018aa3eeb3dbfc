import { describe, expect, it } from 'vitest';
import { recordOf } from '../../test/support/worlds/record-of.ts';
import { advisoryRows } from './advisory.ts';
import { aliasRows } from './aliases.ts';
import { nvdRows } from './nvd.ts';
import { searchRows } from './search.ts';
import { weaknessRows } from './weakness.ts';

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const key = 'GHSA-8r3f-844c-mc37';
const version = { key, recordId: 1, seq: 1, observedAt: new Date('2026-01-01T00:00:00Z') };

const osv = {
  id: key,
  modified: '2024-03-13T21:01:28Z',
  published: '2024-03-06T00:31:27Z',
  aliases: ['CVE-2024-24786', 'GO-2024-2611'],
  related: ['CVE-2024-1111'],
  summary: 'Infinite loop',
  details: 'Unmarshalling loops.',
  severity: [{ type: 'CVSS_V3', score: VECTOR }],
  affected: [
    { package: { ecosystem: 'Go', name: 'google.golang.org/protobuf' } },
    { package: { ecosystem: 'Debian:12', name: 'golang' } },
  ],
  database_specific: { cwe_ids: ['CWE-835'], severity: 'LOW', github_reviewed: true },
};
const rest = {
  ghsa_id: key,
  cve_id: 'CVE-2024-24786',
  summary: 'Infinite loop',
  description: 'Unmarshalling loops.',
  type: 'reviewed',
  severity: 'high',
  identifiers: [
    { type: 'GHSA', value: key },
    { type: 'CVE', value: 'CVE-2024-24786' },
  ],
  published_at: '2024-03-06T00:31:27Z',
  updated_at: '2024-03-13T21:01:28Z',
  withdrawn_at: null,
  vulnerabilities: [{ package: { ecosystem: 'go', name: 'google.golang.org/protobuf' } }],
  cvss_severities: { cvss_v3: { vector_string: VECTOR, score: 7.5 }, cvss_v4: { vector_string: null, score: 0 } },
  cwes: [{ cwe_id: 'CWE-835', name: 'Loop' }],
};

describe('an advisory', () => {
  const shown = {
    id: key,
    type: 'reviewed',
    published: new Date(osv.published),
    modified: new Date(osv.modified),
    withdrawn: null,
    summary: 'Infinite loop',
    severity: 'high',
    score: 7.5,
    vector: VECTOR,
    cvss_version: '3.1',
  };

  it('gives the same in the form of OSV and in that of the interface', () => {
    expect(advisoryRows(recordOf('osv', osv, version)).rows).toEqual([
      { ...shown, source: 3, ecosystems: ['Debian', 'Go'] },
    ]);
    expect(advisoryRows(recordOf('advisory', rest, version)).rows).toEqual([
      { ...shown, source: 4, ecosystems: ['Go'] },
    ]);
  });

  it.each([
    ['2024-05-01T00:00:00Z', '2024-05-01T00:00:00.000Z'],
    ['some time ago', 'undated'],
  ])('withdrawn %s is withdrawn', (withdrawn, expected) => {
    const [row] = advisoryRows(recordOf('osv', { ...osv, withdrawn }, version)).rows;

    const at = row?.withdrawn;
    expect(at instanceof Date ? at.toISOString() : at).toBe(expected);
  });

  it.each([
    [{ id: 'MAL-2024-1' }, 'MAL-2024-1', 'malware'],
    [{ id: 'GO-1', database_specific: { github_reviewed: false } }, 'GO-1', 'unreviewed'],
    [{ id: 'GO-1' }, 'GO-1', null],
    [{ ghsa_id: key, type: 'malware' }, key, 'malware'],
    [{ id: key }, key, null],
    [{ id: key, aliases: ['MAL-2024-1'], database_specific: { github_reviewed: true } }, key, 'reviewed'],
    [{ id: key, aliases: ['MAL-2024-1'], database_specific: { github_reviewed: false } }, key, 'malware'],
    [{ ghsa_id: key, type: 'reviewed', identifiers: [{ value: 'MAL-2024-1' }] }, key, 'reviewed'],
  ])('%j of %s is of type %s', (value, key, type) => {
    const source = 'ghsa_id' in value ? 'advisory' : 'osv';

    expect(advisoryRows(recordOf(source, value, { key })).rows[0]?.type).toBe(type);
  });

  it('takes the rating of a distribution where no vector is given, and that of a package where the record has none', () => {
    const ubuntu = { id: key, severity: [{ type: 'Ubuntu', score: 'negligible' }] };
    const packages = { id: key, affected: [{ severity: [{ type: 'CVSS_V3', score: VECTOR }] }] };

    expect(advisoryRows(recordOf('osv', ubuntu, version)).rows[0]).toMatchObject({ severity: 'low', score: null });
    expect(advisoryRows(recordOf('osv', packages, version)).rows[0]).toMatchObject({ severity: 'high', score: 7.5 });
  });

  it('names its aliases, not what it is related to', () => {
    expect(aliasRows(recordOf('osv', osv, version)).rows).toEqual([
      { id: key, alias: 'CVE-2024-24786' },
      { id: key, alias: 'GO-2024-2611' },
    ]);
    expect(aliasRows(recordOf('advisory', rest, version)).rows).toEqual([{ id: key, alias: 'CVE-2024-24786' }]);
  });

  it('is searched for by its ids, its packages whole and in parts, and its words', () => {
    expect(searchRows(recordOf('osv', osv, version)).rows).toMatchObject([
      {
        id: key,
        cve_id: 'CVE-2024-24786',
        withdrawn: false,
        ids: `${key} CVE-2024-24786 GO-2024-2611`,
        names: expect.stringContaining('google golang org protobuf') as unknown,
        title: 'Infinite loop',
        prose: 'Unmarshalling loops.',
      },
    ]);
  });
});

describe('weaknesses', () => {
  const described = (...descriptions: object[]) => ({ containers: { cna: { problemTypes: [{ descriptions }] } } });

  it.each([
    ['cve_list_v5', described({ cweId: 'CWE-78' }, { description: 'CWE-79 Cross-site Scripting' }), [78, 79]],
    ['cve_list_v5', described({ description: 'n/a' }, { cweId: 'CWE-78' }, { description: 'CWE-78: OS' }), [78]],
    ['nvd', { cve: { weaknesses: [{ description: [{ value: 'CWE-295' }, { value: 'NVD-CWE-noinfo' }] }] } }, [295]],
    ['osv', osv, [835]],
    ['osv', { affected: [{ database_specific: { cwes: [{ cweId: 'CWE-506' }] } }] }, [506]],
    ['osv', { database_specific: { CWE: { id: 'CWE-122' } } }, [122]],
    ['advisory', rest, [835]],
  ] as const)('of %s %#', (source, value, cwes) => {
    expect(weaknessRows(recordOf(source, value, version)).rows).toEqual(cwes.map((cwe) => ({ id: key, cwe })));
  });
});

describe('a record of NVD', () => {
  const metric = (source: string, baseScore: number) => ({ source, cvssData: { vectorString: VECTOR, baseScore } });

  it('has NVD’s own score, not the one it copies from the assigner', () => {
    const metrics = { cvssMetricV31: [metric('security@php.net', 5), metric('nvd@nist.gov', 7.5)] };
    const cve = { id: 'CVE-2024-4577', vulnStatus: 'Modified', lastModified: '2024-03-25T05:17:38.960', metrics };

    expect(nvdRows(recordOf('nvd', { cve }, { key: 'CVE-2024-4577' })).rows).toEqual([
      {
        cve_id: 'CVE-2024-4577',
        status: 'Modified',
        published: null,
        modified: new Date('2024-03-25T05:17:38.960Z'),
        severity: 'high',
        score: 7.5,
        vector: VECTOR,
        cvss_version: '3.1',
      },
    ]);
  });
});
