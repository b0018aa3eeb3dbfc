import { describe, expect, it } from 'vitest';
import { CRITICAL, cveList, document, MEDIUM, metric } from '../../test/dossier-records.ts';
import { primaryOf } from './primary.ts';

const id = 'CVE-2099-0001';

describe('primaryOf', () => {
  it('has the members of the interface', () => {
    const affected = [
      {
        vendor: 'acme',
        product: 'thing',
        versions: [{ version: '1.0', lessThan: '1.2', status: 'affected', versionType: 'semver' }],
      },
    ];
    const references = [
      { url: 'https://example.org/a' },
      { url: 'https://example.org/a' },
      { url: 'javascript:alert(1)' },
      { url: 'ftp://x/y' },
      7,
    ];
    const record = cveList({ title: 'Hole', metrics: [metric(CRITICAL, 9.8)], affected, references });

    expect(primaryOf({ id, cveList: record })).toEqual({
      id,
      state: 'PUBLISHED',
      title: 'Hole',
      description: 'A hole in a thing.',
      severity: 'CRITICAL',
      cvss: 9.8,
      published: '2099-01-01T00:00:00.000Z',
      modified: '2099-01-02T00:00:00.000Z',
      references: ['https://example.org/a'],
      affected: [{ vendor: 'acme', product: 'thing', versions: ['from 1.0 up to but not including 1.2'] }],
    });
  });

  it.each([
    ['the assigner before CISA', [metric(MEDIUM, 6.1)], [metric(CRITICAL, 9.8)], 'MEDIUM', 6.1],
    ['CISA where the assigner is silent', [], [metric(CRITICAL, 9.8)], 'CRITICAL', 9.8],
    [
      'the newest version',
      [metric(CRITICAL, 9.8), metric('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N', 6.9)],
      [],
      'MEDIUM',
      6.9,
    ],
    ['nothing', [], [], null, null],
  ])('takes %s', (_, cna, adp, severity, cvss) => {
    const record = cveList({ metrics: cna }, 'PUBLISHED', [{ metrics: adp }]);

    expect(primaryOf({ id, cveList: record })).toMatchObject({ severity, cvss });
  });

  it('of a rejected record has the reason and what replaces it, and nothing that could be used', () => {
    const rejectedReasons = [{ lang: 'en', value: 'Duplicate.' }];
    const cna = {
      rejectedReasons,
      replacedBy: ['cve-2099-0002', 'nonsense'],
      descriptions: undefined,
      metrics: [metric(CRITICAL, 9.8)],
    };

    expect(primaryOf({ id, cveList: cveList(cna, 'REJECTED') })).toEqual({
      id,
      state: 'REJECTED',
      title: null,
      description: 'Duplicate.',
      replacedBy: ['CVE-2099-0002'],
      severity: null,
      cvss: null,
      references: [],
      affected: [],
      published: '2099-01-01T00:00:00.000Z',
      modified: '2099-01-02T00:00:00.000Z',
    });
  });

  it.each([
    ['a listed version as it is written', { versions: [{ version: '1.0', status: 'affected' }] }, ['1.0']],
    [
      'what is not affected as an exception',
      { versions: [{ version: '1.0', status: 'unaffected' }], defaultStatus: 'affected' },
      ['every version except: 1.0'],
    ],
    [
      'of several statements those that affect',
      {
        versions: [
          { version: '1.0', status: 'unaffected' },
          { version: '2.0', status: 'affected' },
          { version: '3.0', status: 'unknown' },
        ],
      },
      ['2.0'],
    ],
    ['what says nothing as it is written', { versions: [{ version: 'n/a', status: 'affected' }] }, ['n/a']],
  ])('shows %s', (_, product, versions) => {
    const record = cveList({ affected: [{ vendor: 'acme', product: 'thing', ...product }] });

    expect(primaryOf({ id, cveList: record })?.affected[0]?.versions).toEqual(versions);
  });

  it('leaves out a product that is not affected at all, and what CISA repeats', () => {
    const thing = { vendor: 'acme', product: 'thing', versions: [{ version: '1.0', status: 'affected' }] };
    const spared = { vendor: 'acme', product: 'other', versions: [], defaultStatus: 'unaffected' };
    const record = cveList({ affected: [thing, spared] }, 'PUBLISHED', [{ affected: [thing] }]);

    expect(primaryOf({ id, cveList: record })?.affected).toEqual([
      { vendor: 'acme', product: 'thing', versions: ['1.0'] },
    ]);
  });

  it('counts the versions it does not spell out', () => {
    const versions = Array.from({ length: 1_000 }, (_, number) => ({ version: `1.${number}`, status: 'affected' }));
    const record = cveList({ affected: [{ product: 'thing', versions }] });

    const shown = primaryOf({ id, cveList: record })?.affected[0]?.versions ?? [];

    expect(shown).toHaveLength(201);
    expect(shown.at(-1)).toBe('800 more');
  });

  it.each([null, 'text', 7, [], { cveMetadata: [], containers: 'x' }])('reads %j as an empty record', (value) => {
    const read = primaryOf({ id, cveList: document('cve_list_v5', id, value) });

    expect(read).toMatchObject({ id, state: null, description: null, severity: null, references: [], affected: [] });
  });

  it('is null without a record', () => {
    expect(primaryOf({ id, cveList: null })).toBeNull();
  });
});
