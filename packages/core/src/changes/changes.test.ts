import { describe, expect, it } from 'vitest';
import type { Subject } from '../ranges/model.ts';
import { type ChangeFilter, type FilteredChange, passesFilter } from './filter.ts';
import { kindOfChange } from './kind.ts';
import { ratingsNamed } from './ratings.ts';
import { verdictChange } from './verdict-change.ts';
import { watchedPackage } from './watched.ts';

const ANY: ChangeFilter = { packages: null, ecosystems: null, severities: null, exploited: null };
const HARBOUR: Subject = { ecosystem: 'PyPI', vendor: null, name: 'harbour' };
const CHANGE: FilteredChange = {
  source: 'osv',
  vulnerabilities: [{ id: 'CVE-2026-1000', severity: 'low', exploited: false }],
  subjects: [HARBOUR],
  complete: true,
  ratings: [],
};

describe('a filter of changes', () => {
  it.each<[string, Partial<ChangeFilter>, Partial<FilteredChange>, boolean]>([
    ['nothing asked', {}, {}, true],
    ['its severity', { severities: new Set(['low']) }, {}, true],
    ['another severity', { severities: new Set(['high']) }, {}, false],
    ['a severity that the change takes back', { severities: new Set(['high']) }, { ratings: ['high', 'low'] }, true],
    [
      'what nobody rates',
      { severities: new Set(['unknown']) },
      { vulnerabilities: [{ id: 'X-1', severity: null, exploited: false }] },
      true,
    ],
    ['a record of no known vulnerability', { severities: new Set(['high']) }, { vulnerabilities: [] }, true],
    ['exploited, and it is not', { exploited: true }, {}, false],
    ['not exploited, and it is not', { exploited: false }, {}, true],
    ['exploited, taken off the catalogue', { exploited: true }, { source: 'kev' }, true],
    ['not exploited, put into the catalogue', { exploited: false }, { source: 'kev' }, true],
    ['its ecosystem in any case', { ecosystems: new Set(['pypi']) }, {}, true],
    [
      'its ecosystem with a release',
      { ecosystems: new Set(['debian']) },
      { subjects: [{ ...HARBOUR, ecosystem: 'Debian:12' }] },
      true,
    ],
    ['another ecosystem', { ecosystems: new Set(['npm']) }, {}, false],
    ['a product is of no ecosystem', { ecosystems: new Set(['pypi']) }, { subjects: [] }, false],
    ['not all subjects are known', { ecosystems: new Set(['npm']) }, { complete: false }, true],
  ])('%s', (_name, filter, change, expected) => {
    expect(passesFilter({ ...CHANGE, ...change }, { ...ANY, ...filter })).toBe(expected);
  });

  it.each<[string, string | undefined, boolean]>([
    ['harbour', 'PyPI', true],
    ['harbour', 'npm', false],
    ['harbor', 'PyPI', false],
    ['harbour', undefined, true],
    ['port', undefined, false],
  ])('of the package %s in %s: %s', (name, ecosystem, expected) => {
    const question = { package: name, version: null, ...(ecosystem === undefined ? {} : { ecosystem }) };
    const filter = { ...ANY, packages: [watchedPackage(question, [])] };

    expect(passesFilter(CHANGE, filter)).toBe(expected);
  });

  it('passes what concerns a package by the CVE that its entry declares', () => {
    const entry = {
      attribute: 'port',
      pname: 'port',
      channel: 'nixos-unstable',
      version: '1.0',
      ecosystem: null,
      ecosystemName: null,
      cpes: [],
      purls: [],
      makers: [],
      homepage: null,
      knownVulnerabilities: ['CVE-2026-1000'],
      patched: [],
    };

    const watched = watchedPackage({ package: 'port', version: null }, [entry]);

    expect(passesFilter({ ...CHANGE, subjects: [] }, { ...ANY, packages: [watched] })).toBe(true);
  });
});

it.each([
  [{ first: true, before: false, after: true }, 'added'],
  [{ first: false, before: true, after: true }, 'changed'],
  [{ first: false, before: true, after: false }, 'removed'],
  [{ first: false, before: false, after: true }, 'returned'],
] as const)('a version %j is %s', (version, expected) => {
  expect(kindOfChange(version)).toBe(expected);
});

it('reads the ratings of a change of severity', () => {
  const changes = [
    { field: 'severity', from: ['cna: high 8.1 CVSS:3.1/AV:N'], to: ['medium 5.0', 'low'], kind: 'severity' },
    { field: 'title', from: 'critical', to: 'none', kind: 'description' },
    { field: 'ssvc.exploitation', from: null, to: 'active', kind: 'severity' },
  ] as const;

  expect(ratingsNamed(changes)).toEqual(['high', 'medium', 'low']);
});

describe('a change of verdict', () => {
  const ofRecord = { by: 'record', withdrawn: false, first: false } as const;

  it.each([
    ['none', 'affected', { ...ofRecord, first: true }, 'new'],
    ['none', 'possible', { ...ofRecord, first: true }, 'new'],
    ['none', 'affected', ofRecord, 'range_corrected'],
    ['not_affected', 'affected', { ...ofRecord, first: true }, 'range_corrected'],
    ['affected', 'possible', ofRecord, 'range_corrected'],
    ['affected', 'not_affected', ofRecord, 'range_corrected'],
    ['affected', 'none', ofRecord, 'range_corrected'],
    ['affected', 'none', { ...ofRecord, withdrawn: true }, 'rejected'],
    ['affected', 'not_affected', { ...ofRecord, by: 'channel' }, 'fixed_in_channel'],
    ['affected', 'fixed_by_patch', { ...ofRecord, by: 'channel' }, 'fixed_in_channel'],
    ['none', 'affected', { ...ofRecord, by: 'channel' }, 'new'],
    ['affected', 'affected', ofRecord, null],
    ['none', 'not_affected', { ...ofRecord, first: true }, null],
    ['fixed_by_patch', 'none', ofRecord, null],
  ] as const)('from %s to %s with %j is %s', (from, to, moved, expected) => {
    expect(verdictChange(from, to, moved)).toBe(expected);
  });
});
