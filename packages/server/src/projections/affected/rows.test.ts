import { askPackage, askProduct, readCve, unpackAssertion } from '@almanac/core/ranges';
import { describe, expect, it } from 'vitest';
import { recordOf } from '../../../test/support/worlds/record-of.ts';
import { affectedRows } from './rows.ts';

const osv = (affected: object, more: object = {}) => ({ id: 'GHSA-a', affected: [affected], ...more });
const npm = (events: object[], more: object = {}) =>
  osv({ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }], ...more });
const cve = (versions: object[], more: object = {}) => ({
  cveMetadata: { cveId: 'CVE-2024-1000' },
  containers: { cna: { affected: [{ vendor: 'Some Vendor', product: 'Thing', versions, ...more }] } },
});
describe('the rows of a record', () => {
  it('are one for each entry, with all that is needed to evaluate it', () => {
    const value = npm([{ introduced: '1.0.0' }, { fixed: '1.33.0' }]);

    expect(affectedRows(recordOf('osv', value, { key: 'GHSA-a' }))).toEqual({
      rows: [
        {
          package: { ecosystem: 'npm', release: null, vendor: null, name: 'left' },
          source: 3,
          withdrawn: false,
          claims: '{"c":[{"k":"semver","o":"semver","e":["i1.0.0","f1.33.0"]}]}',
        },
      ],
      dropped: 0,
    });
  });

  it('keep enumerated versions in one row, and entries that are alike once', () => {
    const entry = {
      package: { ecosystem: 'PyPI', name: 'x' },
      versions: Array.from({ length: 1_000 }, (_, i) => `1.${i}`),
    };

    const { rows } = affectedRows(recordOf('osv', { id: 'PYSEC-1', affected: [entry, entry] }, { key: 'PYSEC-1' }));

    expect(rows).toHaveLength(1);
    expect(rows[0]?.claims).toContain('1.999');
  });

  it.each([
    ['a product called n/a', 'cve_list_v5', { ...cve([], { product: 'n/a' }) }],
    ['commits without a package', 'osv', osv({ ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] })],
    ['an ecosystem without a name', 'osv', osv({ package: { ecosystem: 'npm' }, versions: ['1.0.0'] })],
  ] as const)('leave out %s and count it', (_, source, value) => {
    expect(affectedRows(recordOf(source, value, { key: 'X-1' }))).toEqual({ rows: [], dropped: 1 });
  });

  it('speak of the same package in the advisory database’s words', () => {
    const vulnerability = { package: { ecosystem: 'pip', name: 'X_Y' }, vulnerable_version_range: '>= 1.0, < 2.0' };

    const { rows } = affectedRows(
      recordOf('advisory', { ghsa_id: 'GHSA-a', vulnerabilities: [vulnerability] }, { key: 'GHSA-a' }),
    );

    expect(rows[0]?.package).toMatchObject({ ecosystem: 'PyPI', name: 'x-y' });
  });
});

it('what is asked of a package or product is answered from rows as from records', () => {
  const value = cve([{ version: '1.0', lessThan: '2.0', status: 'affected', versionType: 'custom' }]);
  const [row] = affectedRows(recordOf('cve_list_v5', value, { key: 'CVE-2024-1000' })).rows;
  if (row === undefined) throw new Error('no row');
  const rebuilt = unpackAssertion(row.claims, {
    ...row.package,
    source: 'cve_list_v5',
    recordKey: 'CVE-2024-1000',
    withdrawn: false,
  });
  const question = { vendor: 'some vendor', product: 'thing', version: '1.5' };

  expect(askProduct([rebuilt], question)).toEqual(askProduct(readCve(value).assertions, question));
  expect(askPackage([rebuilt], { ecosystem: 'npm', name: 'thing' })).toEqual([]);
});
