import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advisory, CRITICAL, cveList, KEV, MEDIUM, metric, nvd, osv } from '../../test/dossier-records.ts';
import { CHANGE_KINDS, CHANGE_SOURCES, changesBetween } from './changes.ts';

const key = 'CVE-2099-0001';

describe('changesBetween', () => {
  it.each(['cve_list_v5', 'nvd', 'osv', 'advisory'] as const)('%s: the first version was seen', (source) => {
    const change = { field: 'record', from: null, to: key, kind: 'first_seen' };

    expect(changesBetween(source, key, null, { value: {} })).toEqual([change]);
  });

  it.each([
    [
      'the score',
      { metrics: [metric(MEDIUM, 6.1)] },
      { metrics: [metric(CRITICAL, 9.8)] },
      {
        field: 'severity',
        from: [`cna: medium 6.1 ${MEDIUM}`],
        to: [`cna: critical 9.8 ${CRITICAL}`],
        kind: 'severity',
      },
    ],
    ['the title', { title: 'A' }, { title: 'B' }, { field: 'title', from: 'A', to: 'B', kind: 'description' }],
    ['a title that came', {}, { title: 'B' }, { field: 'title', from: null, to: 'B', kind: 'description' }],
    [
      'a weakness',
      { problemTypes: [] },
      { problemTypes: [{ descriptions: [{ cweId: 'CWE-22' }] }] },
      { field: 'cwes', from: [], to: ['CWE-22'], kind: 'weaknesses' },
    ],
    [
      'a reference',
      { references: [{ url: 'https://a' }, { url: 'https://b' }] },
      { references: [{ url: 'https://b' }, { url: 'https://c' }] },
      { field: 'references', from: ['https://a'], to: ['https://c'], kind: 'references' },
    ],
    ['a dispute', {}, { tags: ['disputed'] }, { field: 'tags', from: [], to: ['disputed'], kind: 'state' }],
  ])('CVE list: %s', (_, before, after, change) => {
    expect(changesBetween('cve_list_v5', key, cveList(before), cveList(after))).toEqual([change]);
  });

  it('CVE list: one version of many', () => {
    const listed = (count: number) => ({
      affected: [
        {
          vendor: 'acme',
          product: 'thing',
          defaultStatus: 'unaffected',
          versions: Array.from({ length: count }, (_, number) => ({
            version: `${number}.0`,
            lessThan: `${number}.5`,
            status: 'affected',
          })),
        },
      ],
    });

    const [change, ...rest] = changesBetween('cve_list_v5', key, cveList(listed(12)), cveList(listed(13)));

    expect(rest).toEqual([]);
    expect(change).toEqual({
      field: 'affected',
      from: [],
      to: ['acme/thing affected: from 12.0 up to but not including 12.5', 'acme/thing fixed in 12.5'],
      kind: 'affected',
    });
  });

  it('CVE list: from published to rejected', () => {
    const changes = changesBetween(
      'cve_list_v5',
      key,
      cveList(),
      cveList({ descriptions: [], rejectedReasons: [{ value: 'No.' }] }, 'REJECTED'),
    );

    expect(changes[0]).toEqual({ field: 'state', from: 'live', to: 'withdrawn', kind: 'state' });
  });

  it('CVE list: CISA notes a proof of concept', () => {
    const ssvc = (Exploitation: string) => ({
      metrics: [{ other: { type: 'ssvc', content: { options: [{ Exploitation }] } } }],
    });

    const changes = changesBetween(
      'cve_list_v5',
      key,
      cveList({}, 'PUBLISHED', [ssvc('none')]),
      cveList({}, 'PUBLISHED', [ssvc('poc')]),
    );

    expect(changes).toEqual([{ field: 'ssvc.exploitation', from: 'none', to: 'poc', kind: 'ssvc' }]);
  });

  it.each([
    ['osv', osv('GHSA-a'), osv('GHSA-a', [{ introduced: '0' }, { fixed: '1.3.0' }]), 'affected'],
    ['osv', osv('GHSA-a'), osv('GHSA-a', undefined, { withdrawn: '2099-01-09T00:00:00Z' }), 'state'],
    ['osv', osv('GHSA-a'), osv('GHSA-a', undefined, { details: 'More.' }), 'description'],
    ['advisory', advisory('GHSA-a'), advisory('GHSA-a', { severity: 'low' }), 'severity'],
    ['nvd', nvd(), nvd({ vulnStatus: 'Rejected' }), 'state'],
  ] as const)('%s: %#', (source, before, after, kind) => {
    expect(changesBetween(source, 'X-1', before, after).map((change) => change.kind)).toEqual([kind]);
  });

  it('says that a record is gone', () => {
    expect(changesBetween('osv', 'GHSA-a', osv('GHSA-a'), null)).toEqual([
      { field: 'state', from: 'listed', to: 'removed', kind: 'state' },
    ]);
  });

  it('says nothing of dates and of what nobody reads', () => {
    const later = osv('GHSA-a', undefined, { modified: '2099-05-05T00:00:00Z', schema_version: '9' });

    expect(changesBetween('osv', 'GHSA-a', osv('GHSA-a'), later)).toEqual([]);
  });

  it('KEV: came, changed, went', () => {
    const due = { ...KEV, dueDate: '2099-02-26' };

    expect(changesBetween('kev', key, null, { value: KEV })).toEqual([
      { field: 'kev', from: null, to: '2099-01-05', kind: 'kev_added' },
    ]);
    expect(changesBetween('kev', key, { value: KEV }, { value: due })).toEqual([
      { field: 'dueDate', from: '2099-01-26', to: '2099-02-26', kind: 'state' },
    ]);
    expect(changesBetween('kev', key, { value: KEV }, null)).toEqual([
      { field: 'kev', from: '2099-01-05', to: null, kind: 'kev_removed' },
    ]);
  });

  it.each([
    [0.1, 0.14, []],
    [0.1, 0.15, ['epss_moved']],
    [0.5, 0.1, ['epss_moved']],
    ['0.1', '0.9', ['epss_moved']],
  ])('EPSS: from %s to %s', (from, to, kinds) => {
    const changes = changesBetween('epss', key, { value: { epss: from } }, { value: { epss: to } });

    expect(changes.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('EPSS: the first score', () => {
    expect(changesBetween('epss', key, null, { value: { epss: 0.1 } })).toEqual([
      { field: 'epss', from: null, to: 0.1, kind: 'first_seen' },
    ]);
  });

  it('shows of long texts the place where they part', () => {
    const same = 'x'.repeat(5_000);
    const described = (value: string) => cveList({ descriptions: [{ lang: 'en', value }] });

    const [change] = changesBetween('cve_list_v5', key, described(`${same}old`), described(`${same}new`));

    expect(change?.from).toBe(`…${'x'.repeat(40)}old`);
    expect(change?.to).toBe(`…${'x'.repeat(40)}new`);
  });

  it('counts what a list does not show', () => {
    const links = (count: number) => ({
      references: Array.from({ length: count }, (_, number) => ({ url: `https://x/${number}` })),
    });

    const [change] = changesBetween('cve_list_v5', key, cveList(), cveList(links(100)));

    expect(change?.to).toHaveLength(21);
    expect(change?.to).toContain('80 more');
  });

  it('never throws, stays small, and knows its own words, whatever the values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHANGE_SOURCES), fc.jsonValue(), fc.jsonValue(), (source, from, to) => {
        const changes = changesBetween(source, key, { value: from }, { value: to });

        expect(JSON.stringify(changes).length).toBeLessThan(50_000);
        for (const { kind } of changes) expect(CHANGE_KINDS).toContain(kind);
        expect(changesBetween(source, key, { value: from }, { value: from })).toEqual([]);
      }),
    );
  });
});
