import { describe, expect, it } from 'vitest';
import { askProduct } from './ask.ts';
import { readCve } from './cve.ts';
import type { Evaluation } from './model.ts';

interface Entry {
  version?: unknown;
  lessThan?: unknown;
  lessThanOrEqual?: unknown;
  versionType?: string;
  status?: string;
  changes?: unknown;
}

function record(versions: Entry[], defaultStatus?: string, more: object = {}): object {
  const affected = [
    {
      vendor: 'Acme',
      product: 'Anvil',
      versions: versions.map((entry) => ({ status: 'affected', ...entry })),
      defaultStatus,
      ...more,
    },
  ];
  return { cveMetadata: { cveId: 'CVE-2024-0001', state: 'PUBLISHED' }, containers: { cna: { affected } } };
}

function ask(value: unknown, version: string | null): Evaluation {
  const [evaluation] = askProduct(readCve(value).assertions, { vendor: 'Acme', product: 'Anvil', version });
  if (evaluation === undefined) throw new Error('no assertion about the product');
  return evaluation;
}

function caveatsOf(entry: Entry): readonly string[] {
  return ask(record([entry], 'unaffected'), '1.5').proof.caveats;
}

describe('entries of a CVE record', () => {
  it.each<[string, Entry, string, string]>([
    ['lone version', { version: '1.2' }, '1.2', 'affected'],
    ['lone version, other zeros', { version: '1.2' }, '1.2.0', 'affected'],
    ['lone version, another', { version: '1.2' }, '1.3', 'not_affected'],
    ['lessThan', { version: '1.0', lessThan: '1.2' }, '1.1.9', 'affected'],
    ['lessThan is exclusive', { version: '1.0', lessThan: '1.2' }, '1.2', 'not_affected'],
    ['lessThanOrEqual', { version: '1.0', lessThanOrEqual: '1.2' }, '1.2', 'affected'],
    ['below the start', { version: '1.0', lessThan: '1.2' }, '0.9', 'not_affected'],
    ['from 0', { version: '0', lessThan: '1.2' }, '0.0.1', 'affected'],
    ['from *', { version: '*', lessThan: '1.2' }, '0.0.1', 'affected'],
    ['no upper bound', { version: '1.0', lessThan: '*' }, '99', 'affected'],
    ['the end of a line', { version: '5.10.201', lessThanOrEqual: '5.10.*' }, '5.10.999', 'affected'],
    ['past a line', { version: '5.10.201', lessThanOrEqual: '5.10.*' }, '5.11-rc1', 'not_affected'],
    ['lessThan a line is its whole', { version: '1.0', lessThan: '1.*' }, '1.99', 'affected'],
    ['the start of a line', { version: '8.1.*', lessThan: '8.1.29', versionType: 'semver' }, '8.1.0-rc1', 'affected'],
    ['before the line', { version: '8.1.*', lessThan: '8.1.29', versionType: 'semver' }, '8.0.30', 'not_affected'],
    ['every version', { version: '*' }, '7', 'affected'],
    ['every version', { version: 'every version' }, '7', 'affected'],
    ['a line by itself', { version: '8.1.x' }, '8.1.7', 'affected'],
    ['a comparator inside', { version: '< 1.2.3' }, '1.2.2', 'affected'],
    ['both comparators inside', { version: '>= 1.0, < 1.2' }, '1.2', 'not_affected'],
    ['a dash', { version: '1.0 - 1.5' }, '1.5', 'affected'],
    ['before', { version: 'before 1.2' }, '1.2', 'not_affected'],
    ['through', { version: '1.0 through 1.5' }, '1.5', 'affected'],
    ['and prior', { version: '5.5.58 and prior' }, '5.5.57', 'affected'],
    ['a comparator in the upper bound', { version: '0', lessThanOrEqual: '<=2.0' }, '2.0', 'affected'],
    ['an operator that contradicts the key', { version: '0', lessThanOrEqual: '< 2.0' }, '2.0', 'not_affected'],
    ['v in bounds', { version: 'V1.0', lessThan: 'v2.0' }, '1.5', 'affected'],
    ['two kernel numbers as semver', { version: '6.2', lessThan: '6.6.5', versionType: 'semver' }, '6.6.4', 'affected'],
    ['semver without case', { version: '1.0.0', lessThan: '2.0.0', versionType: 'SemVer' }, '2.0.0-rc.1', 'affected'],
    ['maven', { version: '1.0', lessThan: '1.1', versionType: 'maven' }, '1.1-alpha-1', 'affected'],
    ['Chrome: below its own end', { version: '110.0.5481.177', lessThan: '110.0.5481.177' }, '109.0', 'affected'],
    ['Junos, called semver', { version: '22.4', lessThan: '22.4R2-S2', versionType: 'semver' }, '22.4R1', 'affected'],
    ['a vendor’s brackets', { version: '12.2(44)SE', lessThan: '12.2(55)SE3' }, '12.2(55)SE2', 'affected'],
  ])('%s', (_name, entry, version, verdict) => {
    expect(ask(record([entry], 'unaffected'), version).verdict).toBe(verdict);
  });

  it.each<[string, Entry, string]>([
    ['n/a', { version: 'n/a' }, 'version_unstated'],
    ['unspecified', { version: 'unspecified' }, 'version_unstated'],
    ['-', { version: '-' }, 'version_unstated'],
    ['an upper bound that is none', { version: '1.0', lessThan: 'publication' }, 'version_unstated'],
    ['an address as bound', { version: '1.0', lessThan: 'https://aka.ms/x' }, 'version_unstated'],
    ['prose', { version: 'before the fix of 2024' }, 'text_unreadable'],
    ['a product’s name', { version: 'Snapdragon 8 Gen 1' }, 'text_names_product'],
    ['a bound that is a name', { version: '1.0', lessThan: 'Vancouver Patch 7' }, 'bound_unreadable'],
    ['bounds the wrong way round', { version: '2.0', lessThan: '1.0' }, 'malformed'],
    ['a number for a version', { version: 1 }, 'malformed'],
    ['a number for a bound', { version: '1', lessThan: 2 }, 'malformed'],
    ['commits without their type', { version: '0935d5588400', lessThan: '46c4481938e2' }, 'git_without_graph'],
    ['commits', { version: '1da177e4c3f4', lessThan: 'a'.repeat(40), versionType: 'git' }, 'git_without_graph'],
    ['an update that is not asked for', { version: '1.5 Update 3' }, 'update_unstated'],
  ])('cannot tell from %s', (_name, entry, reason) => {
    expect(ask(record([entry], 'unaffected'), '1.5')).toMatchObject({ verdict: 'unknown', proof: { reason } });
  });

  it('marks what it had to assume', () => {
    expect(caveatsOf({ version: '1.0', lessThan: '2.0', versionType: 'semver' })).toEqual([]);
    expect(caveatsOf({ version: '1.0', lessThan: '2.0', versionType: 'custom' })).toEqual(['scheme_assumed']);
    expect(caveatsOf({ version: '1.0', lessThan: '2.0', versionType: '2024.3' })).toEqual(['scheme_unrecognised']);
    expect(caveatsOf({ version: 'unspecified', lessThan: '2.0', versionType: 'semver' })).toEqual([
      'lower_bound_unstated',
    ]);
  });
});

describe('which entry decides', () => {
  it('the first one that covers the version', () => {
    const both = record([
      { version: '1.0', lessThan: '1.5', status: 'unaffected' },
      { version: '0', lessThan: '2.0', status: 'affected' },
    ]);

    expect(ask(both, '1.2')).toMatchObject({ verdict: 'not_affected', proof: { reason: 'marked_unaffected' } });
    expect(ask(both, '1.7').verdict).toBe('affected');
  });

  it.each([
    ['affected', 'affected'],
    ['unaffected', 'not_affected'],
    ['unknown', 'unknown'],
    [undefined, 'unknown'],
    ['nonsense', 'unknown'],
  ])('otherwise the default status %s', (status, verdict) => {
    expect(ask(record([{ version: '9.9' }], status), '1.0').verdict).toBe(verdict);
  });

  it('changes cut the range, in whatever order they stand', () => {
    const cut = record(
      [
        {
          version: '1.0',
          lessThan: '4.0',
          changes: [
            { at: '3.0', status: 'affected' },
            { at: '2.0', status: 'unaffected' },
            { at: '9.0', status: 'affected' },
          ],
        },
      ],
      'unaffected',
    );

    const verdicts = ['0.9', '1.9', '2.0', '2.9', '3.0', '3.9', '4.0'].map((version) => ask(cut, version).verdict);
    expect(verdicts.map((verdict) => verdict === 'affected')).toEqual([false, true, false, false, true, true, false]);
  });

  it('a change that cannot be placed leaves the range open to doubt', () => {
    const cut = record(
      [{ version: '1.0', lessThan: '4.0', changes: [{ at: 'hotfix', status: 'unaffected' }] }],
      'unaffected',
    );

    expect(ask(cut, '2.0').verdict).toBe('unknown');
  });

  it('an entry that cannot be read does not let a later one clear the version', () => {
    const hidden = record([{ version: 'see the bulletin' }, { version: '1.0', lessThan: '2.0', status: 'unaffected' }]);

    expect(ask(hidden, '1.5').verdict).toBe('unknown');
  });

  it('a kernel record: commits once, versions once, unaffected ranges over an affected default', () => {
    const kernel = {
      cveMetadata: { cveId: 'CVE-2024-26581', state: 'PUBLISHED' },
      containers: {
        cna: {
          affected: [
            {
              vendor: 'Linux',
              product: 'Linux',
              defaultStatus: 'affected',
              versions: [
                { version: '6.5', status: 'affected' },
                { version: '0', lessThan: '6.5', status: 'unaffected', versionType: 'semver' },
                { version: '6.6.17', lessThanOrEqual: '6.6.*', status: 'unaffected', versionType: 'semver' },
                { version: '6.8', lessThanOrEqual: '*', status: 'unaffected', versionType: 'original_commit_for_fix' },
              ],
            },
          ],
        },
      },
    };
    const verdict = (version: string) =>
      askProduct(readCve(kernel).assertions, { vendor: 'Linux', product: 'Linux', version })[0]?.verdict;

    expect(['6.4.9', '6.5', '6.6.16', '6.6.17', '6.6.99', '6.7.3', '6.8', '6.9.1'].map(verdict)).toEqual([
      'not_affected',
      'affected',
      'affected',
      'not_affected',
      'not_affected',
      'affected',
      'not_affected',
      'not_affected',
    ]);
  });

  it('says which of the authors of a record it was', () => {
    const product = { vendor: 'Acme', product: 'Anvil', versions: [{ version: '1.0', status: 'affected' }] };
    const container = (shortName: string) => ({ providerMetadata: { shortName }, affected: [product] });
    const both = {
      cveMetadata: { cveId: 'CVE-2024-0001' },
      containers: { cna: container('acme'), adp: [container('CISA-ADP')] },
    };

    const found = askProduct(readCve(both).assertions, { vendor: 'Acme', product: 'Anvil', version: '1.0' });
    expect(found.map(({ proof }) => proof.record.by)).toEqual(['acme', 'CISA-ADP']);
  });

  it('a rejected record never matches', () => {
    const rejected = { ...record([{ version: '*' }]), cveMetadata: { cveId: 'CVE-2024-0001', state: 'REJECTED' } };

    expect(ask(rejected, '1.0')).toMatchObject({ verdict: 'not_affected', proof: { reason: 'withdrawn' } });
  });
});
