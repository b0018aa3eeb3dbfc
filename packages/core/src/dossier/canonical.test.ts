import { describe, expect, it } from 'vitest';
import {
  advisory,
  CRITICAL,
  cveList,
  document,
  factsWith,
  KEV,
  MEDIUM,
  metric,
  nvd,
  osv,
} from '../../test/dossier-records.ts';
import { canonicalOf } from './canonical.ts';
import { readEvidence } from './evidence.ts';
import type { CveFacts } from './facts.ts';

function canonical(given: Partial<CveFacts>) {
  return canonicalOf(readEvidence(factsWith(given)));
}

const nvdScored = nvd({
  published: '2099-01-01T10:00:00.000',
  descriptions: [{ lang: 'en', value: 'NVD says.' }],
  weaknesses: [{ description: [{ lang: 'en', value: 'CWE-79' }] }],
  metrics: { cvssMetricV31: [{ source: 'nvd@nist.gov', cvssData: { vectorString: CRITICAL, baseScore: 9.8 } }] },
});

describe('canonicalOf', () => {
  it('takes the assigner first, and says so', () => {
    const problemTypes = [{ descriptions: [{ cweId: 'CWE-22' }, { description: 'CWE-9 and more' }] }];
    const record = cveList({ title: 'Hole', metrics: [metric(MEDIUM, 6.1)], problemTypes });

    const found = canonical({ cveList: record, nvd: nvdScored, advisories: [advisory('GHSA-a')], kev: KEV });

    expect(found).toMatchObject({
      title: 'Hole',
      description: 'A hole in a thing.',
      severity: 'medium',
      cvssScore: 6.1,
      cvssVector: MEDIUM,
      cvssVersion: '3.1',
      cwes: ['CWE-9', 'CWE-22'],
      published: '2099-01-01T00:00:00.000Z',
      availability: 'published',
    });
    expect(found.rules).toEqual({
      title: 'assigner_first',
      description: 'assigner_first',
      severity: 'cna_first',
      cwes: 'assigner_first',
      published: 'assigner_first',
      modified: 'assigner_first',
      aliases: 'asserted_by_records',
      affectedPackages: 'every_source_side_by_side',
      availability: 'cve_list_published',
    });
  });

  it.each<[string, Partial<CveFacts>, object, object]>([
    [
      'NVD',
      { nvd: nvdScored, osv: [osv('GHSA-a', [], { details: 'OSV says.' })] },
      { description: 'NVD says.', severity: 'critical', cwes: ['CWE-79'] },
      { description: 'nvd_next', severity: 'nvd_next', cwes: 'nvd_next', published: 'nvd_next' },
    ],
    [
      'an advisory',
      { advisories: [advisory('GHSA-a', { description: 'Long.' })] },
      { title: 'A hole', description: 'Long.', severity: 'high' },
      { title: 'advisory_next', severity: 'word_last' },
    ],
    [
      'a reviewed advisory, be it from OSV',
      {
        osv: [
          osv('PYSEC-1', [], { summary: 'Other' }),
          osv('GHSA-a', [], { summary: 'Short', database_specific: { github_reviewed: true } }),
        ],
      },
      { title: 'Short' },
      { title: 'advisory_next' },
    ],
    [
      'an OSV record',
      { osv: [osv('PYSEC-1', [], { summary: 'Short' })] },
      { title: 'Short', severity: null },
      { title: 'osv_next', severity: 'none_stated', cwes: 'none_stated' },
    ],
    [
      'KEV',
      { kev: KEV },
      { title: 'Acme Thing hole', description: null },
      { title: 'kev_next', description: 'none_stated' },
    ],
  ])('without the assigner takes %s', (_, given, values, rules) => {
    const found = canonical(given);

    expect(found).toMatchObject(values);
    expect(found.rules).toMatchObject(rules);
  });

  it('of several dates of databases takes the earliest publication and the latest change', () => {
    // CVE-2023-4863: a rebuild's record is dated years later than the one of the library's own ecosystem.
    const early = osv('RUSTSEC-1', [], { published: '2099-01-03T00:00:00Z', modified: '2099-01-05T00:00:00Z' });
    const late = osv('GHSA-a', [], { published: '2101-01-01T00:00:00Z', modified: '2101-01-02T00:00:00Z' });

    const { published, modified, rules } = canonical({ osv: [late, early] });

    expect([published, modified]).toEqual(['2099-01-03T00:00:00.000Z', '2101-01-02T00:00:00.000Z']);
    expect(rules).toMatchObject({ published: 'earliest_next', modified: 'latest_next' });
  });

  it('of a rejected id keeps the reason and lets no score or package through', () => {
    const rejected = cveList({ rejectedReasons: [{ value: 'Duplicate.' }], descriptions: [] }, 'REJECTED');

    const found = canonical({ cveList: rejected, osv: [osv('GHSA-a')], nvd: nvdScored });

    expect(found).toMatchObject({
      description: 'Duplicate.',
      severity: null,
      cvssScore: null,
      cwes: [],
      affectedPackages: [],
    });
    expect(found.rules).toMatchObject({ severity: 'state_overrides', affectedPackages: 'state_overrides' });
  });

  it('does not count a withdrawn record', () => {
    const withdrawn = osv('PYSEC-1', undefined, {
      withdrawn: '2099-01-09T00:00:00Z',
      severity: [{ type: 'CVSS_V3', score: CRITICAL }],
    });

    const found = canonical({ cveList: cveList(), osv: [withdrawn] });

    expect(found).toMatchObject({ severity: null, affectedPackages: [] });
  });

  it('lists the aliases in order, without the id itself', () => {
    const alias = (id: string) => ({ id, asserters: ['osv'], oneSided: false });

    const { aliases } = canonical({ aliases: [alias('PYSEC-1'), alias('CVE-2099-0001'), alias('GHSA-a')] });

    expect(aliases).toEqual(['GHSA-a', 'PYSEC-1']);
  });

  it('does not depend on the order of the records', () => {
    const records = [osv('GHSA-a'), osv('PYSEC-1', [{ introduced: '0' }, { fixed: '2.0.0' }]), osv('BIT-x-1')];

    expect(canonical({ osv: records.toReversed() })).toEqual(canonical({ osv: records }));
  });

  it.each([null, 7, 'x', [], { affected: 7, aliases: {} }, { cve: 'x' }])(
    'reads %j of any source as nothing',
    (value) => {
      const given = {
        cveList: document('cve_list_v5', 'CVE-2099-0001', value),
        nvd: document('nvd', 'CVE-2099-0001', value),
        osv: [document('osv', 'X-1', value)],
        advisories: [document('advisory', 'GHSA-a', value)],
      };

      expect(canonical(given)).toMatchObject({ title: null, severity: null, affectedPackages: [] });
    },
  );
});
