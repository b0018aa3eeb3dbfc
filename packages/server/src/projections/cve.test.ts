import { describe, expect, it } from 'vitest';
import { recordOf } from '../../test/support/worlds/record-of.ts';
import { cveRows } from './cve.ts';

const key = 'CVE-2024-4577';
const V31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

function record(cna: object, adp: object[] = [], metadata: object = {}) {
  return { cveMetadata: { cveId: key, state: 'PUBLISHED', ...metadata }, containers: { cna, adp } };
}
const row = (value: unknown) => cveRows(recordOf('cve_list_v5', value, { key })).rows[0];
const cvss = (name: string, vectorString: string, baseScore: number) => ({ [name]: { vectorString, baseScore } });

describe('a record of the CVE list', () => {
  it('gives what lists and filters ask for', () => {
    const ssvc = { options: [{ Exploitation: 'Active' }, { Automatable: 'yes' }, { 'Technical Impact': 'Total' }] };
    const value = record(
      {
        title: ' Argument injection ',
        descriptions: [
          { lang: 'de', value: 'Deutsch' },
          { lang: 'en-US', value: 'English' },
        ],
        metrics: [cvss('cvssV3_1', V31, 9.8)],
        tags: ['unsupported-when-assigned'],
        references: [{ url: 'https://a.example' }, { url: 'javascript:alert(1)' }, { url: 'ftp://a.example' }],
      },
      [
        { metrics: [{ other: { type: 'ssvc', content: ssvc } }] },
        { references: [{ url: 'https://a.example' }, { url: 'http://b.example' }], tags: ['disputed'] },
      ],
      { assignerShortName: 'php', datePublished: '2024-06-09T19:42:36', dateReserved: '2024-05-06T22:21:01.742Z' },
    );

    expect(row(value)).toEqual({
      cve_id: key,
      state: 'PUBLISHED',
      assigner: 'php',
      title: 'Argument injection',
      description: 'English',
      published: new Date('2024-06-09T19:42:36Z'),
      modified: null,
      reserved: new Date('2024-05-06T22:21:01.742Z'),
      rejected: null,
      rejected_reason: null,
      replaced_by: [],
      severity: 'critical',
      score: 9.8,
      vector: V31,
      cvss_version: '3.1',
      exploitation: 'active',
      automatable: 'yes',
      technical_impact: 'total',
      disputed: true,
      tags: ['disputed', 'unsupported-when-assigned'],
      reference_count: 2,
    });
  });

  it.each([
    [
      'the assigner’s before CISA’s',
      record({ metrics: [cvss('cvssV3_1', V31, 9.8)] }, [{ metrics: [cvss('cvssV4_0', V4, 9.3)] }]),
      '3.1',
    ],
    ['CISA’s where the assigner has none', record({}, [{ metrics: [cvss('cvssV4_0', V4, 9.3)] }]), '4.0'],
    [
      'the newest of the assigner’s',
      record({ metrics: [cvss('cvssV3_1', V31, 9.8), cvss('cvssV4_0', V4, 9.3)] }),
      '4.0',
    ],
    ['none where there is none', record({ metrics: [{ other: {} }] }), null],
  ])('takes the severity that is %s', (_, value, version) => {
    expect(row(value)?.cvss_version).toBe(version);
  });

  it('that was rejected has its reason and no severity', () => {
    const cna = {
      rejectedReasons: [{ lang: 'en', value: 'Not a flaw' }],
      replacedBy: ['CVE-2024-1', 'cve-2024-20000'],
    };

    expect(row(record(cna, [], { state: 'REJECTED', dateRejected: '2024-07-01' }))).toMatchObject({
      state: 'REJECTED',
      rejected: new Date('2024-07-01T00:00:00Z'),
      rejected_reason: 'Not a flaw',
      replaced_by: ['CVE-2024-20000'],
      severity: null,
    });
  });

  it('counts what is of the wrong type and keeps the rest', () => {
    const { rows, dropped } = cveRows(
      recordOf('cve_list_v5', record({ title: 7, descriptions: 'x', tags: [1, 'disputed'] }), { key }),
    );

    expect(rows[0]).toMatchObject({ title: null, description: null, disputed: true });
    expect(dropped).toBe(3);
  });

  it('under a key that is no CVE id has no row', () => {
    expect(cveRows(recordOf('cve_list_v5', record({}), { key: 'cve-2024-4577' }))).toEqual({ rows: [], dropped: 1 });
  });
});
