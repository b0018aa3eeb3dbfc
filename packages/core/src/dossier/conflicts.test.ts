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
import { conflictsOf } from './conflicts.ts';
import { readEvidence } from './evidence.ts';
import type { CveFacts } from './facts.ts';

function conflicts(given: Partial<CveFacts>) {
  return conflictsOf(readEvidence(factsWith(given)));
}

function codes(given: Partial<CveFacts>): string[] {
  return conflicts(given).map(({ code }) => code);
}

const until = (fixed: string) => [{ introduced: '0' }, { fixed }];
const scored = (vector: string) => ({ severity: [{ type: 'CVSS_V3', score: vector }] });
const withdrawn = { withdrawn: '2099-01-09T00:00:00Z' };
const V2 = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';
const nvdMetrics = (...data: readonly object[]) =>
  nvd({ metrics: { cvssMetricV31: data.map((cvssData) => ({ source: 'nvd@nist.gov', cvssData })) } });

describe('conflictsOf', () => {
  it('finds none where nobody disagrees', () => {
    const given = {
      cveList: cveList({ metrics: [metric(CRITICAL, 9.8)] }),
      osv: [osv('GHSA-a', undefined, scored(CRITICAL))],
      kev: KEV,
    };

    expect(codes(given)).toEqual([]);
  });

  describe('STATE_DISAGREES', () => {
    it.each<[string, Partial<CveFacts>, boolean]>([
      // CVE-2021-33026
      ['published and withdrawn', { cveList: cveList(), osv: [osv('PYSEC-1', [], withdrawn)] }, true],
      ['rejected and live', { cveList: cveList({}, 'REJECTED'), osv: [osv('BIT-x-1')] }, true],
      ['rejected and exploited', { cveList: cveList({}, 'REJECTED'), kev: KEV }, true],
      ['rejected by NVD alone', { cveList: cveList(), nvd: nvd({ vulnStatus: 'Rejected' }) }, true],
      ['rejected by the services, published in the list', { cveList: cveList(), idService: 'rejected' }, true],
      ['all rejected', { cveList: cveList({}, 'REJECTED'), nvd: nvd({ vulnStatus: 'Rejected' }) }, false],
      ['all withdrawn', { osv: [osv('A-1', [], withdrawn), osv('B-1', [], withdrawn)] }, false],
      ['published everywhere', { cveList: cveList(), nvd: nvd(), idService: 'published' }, false],
    ])('%s', (_, given, expected) => {
      expect(codes(given).includes('STATE_DISAGREES')).toBe(expected);
    });

    it('shows both sides and the rule', () => {
      const [conflict] = conflicts({ cveList: cveList(), osv: [osv('PYSEC-1', [], withdrawn)] });

      expect(conflict).toEqual({
        code: 'STATE_DISAGREES',
        field: 'availability',
        values: [
          { source: 'cve_list_v5', record: 'CVE-2099-0001', value: 'published' },
          { source: 'osv', record: 'PYSEC-1', value: 'withdrawn' },
        ],
        chosen: 'published',
        rule: 'cve_list_published',
      });
    });
  });

  describe('SEVERITY_DISAGREES', () => {
    it.each<[string, Partial<CveFacts>, boolean]>([
      [
        'another band',
        { cveList: cveList({ metrics: [metric(MEDIUM, 6.1)] }), osv: [osv('GHSA-a', [], scored(CRITICAL))] },
        true,
      ],
      [
        'the assigner and CISA',
        { cveList: cveList({ metrics: [metric(MEDIUM, 6.1)] }, 'PUBLISHED', [{ metrics: [metric(CRITICAL, 9.8)] }]) },
        true,
      ],
      [
        'another score in the same band',
        {
          cveList: cveList({ metrics: [metric(CRITICAL, 9.8)] }),
          nvd: nvdMetrics({ vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', baseScore: 10 }),
        },
        false,
      ],
      [
        'CVSS 2 beside a newer one',
        {
          cveList: cveList({ metrics: [metric(CRITICAL, 9.8)] }),
          osv: [osv('GHSA-a', [], { severity: [{ type: 'CVSS_V2', score: V2 }] })],
        },
        false,
      ],
      [
        'an author with two versions',
        {
          cveList: cveList({
            metrics: [
              metric(CRITICAL, 9.8),
              metric('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N', 6.9),
            ],
          }),
        },
        false,
      ],
      [
        'a withdrawn record',
        {
          cveList: cveList({ metrics: [metric(MEDIUM, 6.1)] }),
          osv: [osv('GHSA-a', [], { ...scored(CRITICAL), ...withdrawn })],
        },
        false,
      ],
      [
        'a word and a vector',
        { cveList: cveList({ metrics: [metric(CRITICAL, 9.8)] }), advisories: [advisory('GHSA-a')] },
        true,
      ],
    ])('%s', (_, given, expected) => {
      expect(codes(given).includes('SEVERITY_DISAGREES')).toBe(expected);
    });

    it('names who says what, once for all records that say the same', () => {
      const many = Array.from({ length: 40 }, (_, number) => osv(`BIT-x-${number}`, [], scored(CRITICAL)));

      const [conflict] = conflicts({ cveList: cveList({ metrics: [metric(MEDIUM, 6.1)] }), osv: many });

      expect(conflict).toMatchObject({
        values: [
          { source: 'cve_list_v5', record: 'CVE-2099-0001 (cna)', value: 'medium 6.1 (CVSS 3.1)' },
          { source: 'osv', record: 'BIT-x-0', value: 'critical 9.8 (CVSS 3.1)' },
        ],
        chosen: 'medium',
        rule: 'cna_first',
      });
    });
  });

  it('SCORE_DISAGREES_WITH_VECTOR: the published score is kept and the computed one shown', () => {
    const [conflict] = conflicts({ cveList: cveList({ metrics: [metric(CRITICAL, 9.1)] }) });

    expect(conflict).toMatchObject({
      code: 'SCORE_DISAGREES_WITH_VECTOR',
      chosen: '9.1',
      rule: 'published_score_kept',
    });
    expect(conflict?.values.map(({ value }) => value)).toEqual(['published 9.1', `computed 9.8 from ${CRITICAL}`]);
  });

  it.each([
    ['2099-01-20T00:00:00.000', false],
    ['2099-02-01T00:00:00.000', false],
    ['2099-02-02T00:00:00.000', true],
    ['2098-11-01T00:00:00.000', true],
    ['nonsense', false],
  ])('DATE_DISAGREES: published on 1 January and, by NVD, on %s: %s', (published, expected) => {
    expect(codes({ cveList: cveList(), nvd: nvd({ published }) }).includes('DATE_DISAGREES')).toBe(expected);
  });

  it('does not take the date of an advisory for that of the CVE', () => {
    expect(codes({ cveList: cveList(), osv: [osv('GHSA-a', [], { published: '2105-01-01T00:00:00Z' })] })).toEqual([]);
  });

  it('ALIAS_ONE_SIDED: an alias that is not returned', () => {
    const aliases = [
      { id: 'GHSA-a', asserters: ['osv', 'advisory'], oneSided: true },
      { id: 'PYSEC-1', asserters: ['osv'], oneSided: false },
    ];

    const found = conflicts({ cveList: cveList(), aliases });

    expect(found).toMatchObject([{ code: 'ALIAS_ONE_SIDED', chosen: 'GHSA-a', rule: 'asserted_alias_kept' }]);
    expect(found[0]?.values.map(({ source }) => source)).toEqual(['osv', 'advisory']);
  });

  describe('RANGE_DISAGREES and FIX_DISAGREES', () => {
    it.each<[string, Partial<CveFacts>, readonly string[]]>([
      [
        'another fix',
        { osv: [osv('GHSA-a', until('1.2.0')), osv('GO-1', until('1.3.0'))] },
        ['RANGE_DISAGREES', 'FIX_DISAGREES'],
      ],
      [
        'the same fix, spelt otherwise',
        { osv: [osv('GHSA-a', until('1.2.0')), osv('GO-1', until('1.2.0+build'))] },
        [],
      ],
      [
        'the last affected and the first fixed',
        { osv: [osv('GHSA-a', [{ introduced: '0' }, { last_affected: '1.1.9' }]), osv('GO-1', until('1.2.0'))] },
        [],
      ],
      [
        'a beginning that nobody names',
        { osv: [osv('GHSA-a', [{ introduced: '1.0.0' }, { fixed: '1.2.0' }]), osv('GO-1', until('1.2.0'))] },
        [],
      ],
      [
        'a gap',
        {
          osv: [
            osv('GHSA-a', [...until('1.0.0'), { introduced: '1.1.0' }, { fixed: '1.2.0' }]),
            osv('GO-1', until('1.2.0')),
          ],
        },
        ['RANGE_DISAGREES'],
      ],
      [
        'fewer lines',
        {
          osv: [
            osv('GHSA-a', [...until('1.2.0'), { introduced: '2.0.0' }, { fixed: '2.1.0' }]),
            osv('GO-1', [{ introduced: '2.0.0' }, { fixed: '2.1.0' }]),
          ],
        },
        ['RANGE_DISAGREES'],
      ],
      [
        'advisory and OSV',
        { osv: [osv('GHSA-a', until('1.4.0'))], advisories: [advisory('GHSA-a')] },
        ['RANGE_DISAGREES', 'FIX_DISAGREES'],
      ],
      [
        'a withdrawn record',
        { osv: [osv('GHSA-a', until('1.2.0')), osv('GO-1', until('1.3.0'), withdrawn)] },
        ['STATE_DISAGREES'],
      ],
    ])('%s', (_, given, expected) => {
      expect(codes(given)).toEqual(expected);
    });

    it('does not compare packages of different ecosystems, or products without a vendor', () => {
      const affected = [
        { package: { ecosystem: 'PyPI', name: 'thing' }, ranges: [{ type: 'ECOSYSTEM', events: until('9.0') }] },
      ];
      const product = { product: 'thing', versions: [{ version: '0', lessThan: '3.0', status: 'affected' }] };

      const found = codes({
        osv: [osv('GHSA-a'), document('osv', 'PYSEC-1', { affected })],
        cveList: cveList({ affected: [product] }),
      });

      expect(found).toEqual([]);
    });

    it.each<[string, string, string, string, boolean]>([
      ['another fix of one line', '5.0.1', 'inkpot', '5.0.3', true],
      ['the same fix', '5.0.3', 'inkpot', '5.0.3', false],
      ['the same fix, spelt otherwise', 'v5.0', 'inkpot', '5.0.0', false],
      ['other numbers', '21.7', 'inkpot', '4.21.7', false],
      ['another name', '5.0.1', 'swift-inkpot', '5.0.3', false],
    ])('compares a product with the package of its name: %s', (_, listed, name, fixed, disagree) => {
      const product = {
        vendor: 'acme',
        product: 'Inkpot',
        versions: [{ version: '0', lessThan: listed, status: 'affected', versionType: 'semver' }],
      };
      const affected = [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: until(fixed) }] }];

      const found = conflicts({
        cveList: cveList({ affected: [product] }),
        osv: [document('osv', 'GHSA-a', { affected })],
      });

      expect(found).toEqual(
        disagree
          ? [
              {
                code: 'FIX_DISAGREES',
                field: 'affectedPackages.npm/inkpot.fixedIn',
                values: [
                  { source: 'osv', record: 'GHSA-a', value: '5.0.3' },
                  { source: 'cve_list_v5', record: 'CVE-2099-0001', value: '5.0.1' },
                ],
                chosen: null,
                rule: 'every_source_side_by_side',
              },
            ]
          : [],
      );
    });

    it('compares the assigner with CISA about one product, whatever the case of its name', () => {
      const said = (lessThan: string, vendor: string) => ({
        providerMetadata: { shortName: vendor },
        affected: [
          {
            vendor,
            product: 'Big Thing',
            defaultStatus: 'unaffected',
            versions: [{ version: '0', lessThan, status: 'affected', versionType: 'semver' }],
          },
        ],
      });
      const adp = { ...said('1.3.0', 'acme'), providerMetadata: { shortName: 'CISA-ADP' } };

      const found = conflicts({ cveList: cveList(said('1.2.0', 'Acme'), 'PUBLISHED', [adp]) });

      expect(found.map(({ code, field }) => [code, field])).toEqual([
        ['RANGE_DISAGREES', 'affectedPackages.acme/big_thing'],
        ['FIX_DISAGREES', 'affectedPackages.acme/big_thing.fixedIn'],
      ]);
      expect(found[1]?.values).toEqual([
        { source: 'cve_list_v5', record: 'CVE-2099-0001 (Acme)', value: '1.2.0' },
        { source: 'cve_list_v5', record: 'CVE-2099-0001 (CISA-ADP)', value: '1.3.0' },
      ]);
    });

    it('does not ask about a beginning that is no version, where the ecosystem could read it as one', () => {
      const about = (introduced: string) => ({
        affected: [
          {
            package: { ecosystem: 'PyPI', name: 'thing' },
            ranges: [{ type: 'ECOSYSTEM', events: [{ introduced }, { fixed: '1.2' }] }],
          },
        ],
      });

      const found = codes({ osv: [document('osv', 'GHSA-a', about('0')), document('osv', 'PYSEC-1', about('1.0'))] });

      expect(found).toEqual([]);
    });

    it.each([
      ['unaffected', ['RANGE_DISAGREES']],
      ['unknown', []],
    ])('a line that one author does not name, the rest being %s', (defaultStatus, expected) => {
      const range = (version: string, lessThan: string) => ({
        version,
        lessThan,
        status: 'affected',
        versionType: 'semver',
      });
      const said = (shortName: string, ...versions: readonly object[]) => ({
        providerMetadata: { shortName },
        affected: [{ vendor: 'acme', product: 'thing', defaultStatus, versions }],
      });
      const both = said('acme', range('0', '1.2.0'), range('2.0.0', '2.1.0'));

      const found = codes({ cveList: cveList(both, 'PUBLISHED', [said('CISA-ADP', range('2.0.0', '2.1.0'))]) });

      expect(found).toEqual(expected);
    });

    it('takes names for one where the ecosystem does', () => {
      const about = (name: string, fixed: string) => ({
        affected: [{ package: { ecosystem: 'PyPI', name }, ranges: [{ type: 'ECOSYSTEM', events: until(fixed) }] }],
      });
      const records = [
        document('osv', 'GHSA-a', about('Big_Thing', '1.0')),
        document('osv', 'PYSEC-1', about('big-thing', '2.0')),
      ];

      expect(codes({ osv: records })).toEqual(['RANGE_DISAGREES', 'FIX_DISAGREES']);
    });
  });
});
