import {
  type Assertion,
  askPackage,
  askProduct,
  coarseBounds,
  evaluate,
  mayInclude,
  packAssertion,
  type Reading,
  readCve,
  readNvd,
  readOsv,
  unpackAssertion,
} from '@almanac/core/ranges';
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
const only = ({ assertions }: Reading): Assertion => {
  const [assertion] = assertions;
  if (assertion === undefined) throw new Error('nothing was read');
  return assertion;
};

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

const SHAPES: readonly [string, Assertion][] = [
  ['a range', only(readOsv(npm([{ introduced: '0' }, { fixed: '1.33.0' }])))],
  ['two intervals', only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }])))],
  ['a limit', only(readOsv(npm([{ introduced: '0' }, { limit: '3.0.0' }])))],
  ['an empty interval', only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '1.0.0' }])))],
  ['a list beside an open range', only(readOsv(npm([{ introduced: '0' }], { versions: ['1.0.0'] })))],
  [
    'commits',
    only(
      readOsv(
        osv({
          package: { ecosystem: 'npm', name: 'x' },
          ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] }],
          versions: ['v1'],
        }),
      ),
    ),
  ],
  ['what is malformed', only(readOsv(osv({ package: { ecosystem: 'npm', name: 'x' }, ranges: 'all' })))],
  [
    'a vendor’s rebuild',
    only(
      readOsv(
        osv({
          package: { ecosystem: 'Root:PyPI', name: 'x' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0+root.io.2' }] }],
        }),
      ),
    ),
  ],
  [
    'lines',
    only(
      readCve(
        cve([
          { version: '8.1.*', lessThan: '8.1.29', status: 'affected' },
          { version: '7.*', status: 'affected' },
        ]),
      ),
    ),
  ],
  [
    'statuses and changes',
    only(
      readCve(
        cve(
          [
            {
              version: '1.0',
              lessThan: '2.0',
              status: 'affected',
              versionType: 'semver',
              changes: [{ at: '1.5', status: 'unaffected' }],
            },
            { version: '3.0', status: 'unknown' },
          ],
          { defaultStatus: 'affected' },
        ),
      ),
    ),
  ],
  [
    'free text',
    only(
      readCve(
        cve([
          { version: 'before 9.1 Update 3', status: 'affected' },
          { version: 'n/a', status: 'affected' },
        ]),
      ),
    ),
  ],
  [
    'a platform',
    only(
      readNvd({
        id: 'CVE-2024-1000',
        configurations: [
          {
            operator: 'AND',
            nodes: [
              {
                cpeMatch: [{ vulnerable: true, criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*', versionEndExcluding: '1.2' }],
              },
              { cpeMatch: [{ vulnerable: false, criteria: 'cpe:2.3:o:v:os:-:*:*:*:*:*:*:*' }] },
            ],
          },
        ],
      }),
    ),
  ],
  ['a withdrawn record', only(readOsv({ ...npm([{ introduced: '0' }]), withdrawn: '2024-01-01' }))],
];

/** A vendor's order is made anew each time it is asked for. */
const withSchemeIds = (assertion: Assertion): unknown => JSON.parse(JSON.stringify(assertion));

describe('an entry out of its row', () => {
  it.each(SHAPES)('is what it was: %s', (_, assertion) => {
    const [ecosystem = null, ...rest] = assertion.subject.ecosystem?.split(':') ?? [];
    const facts = {
      source: assertion.record.source,
      recordKey: assertion.record.id,
      ecosystem,
      release: rest.length === 0 ? null : rest.join(':'),
      vendor: null,
      name: 'filed as',
      withdrawn: assertion.withdrawn,
    };

    const rebuilt = unpackAssertion(packAssertion(assertion, facts), facts);

    expect(withSchemeIds(rebuilt)).toEqual(withSchemeIds(assertion));
  });

  it('in an order that this release does not know leaves a doubt', () => {
    const facts = {
      source: 'osv',
      recordKey: 'A',
      ecosystem: 'npm',
      release: null,
      vendor: null,
      name: 'x',
      withdrawn: false,
    };

    const rebuilt = unpackAssertion('{"c":[{"k":"ecosystem","o":"of tomorrow","e":["i0","f2"]}]}', facts);

    expect(evaluate(rebuilt, { version: '9.9.9' })).toMatchObject({
      verdict: 'unknown',
      proof: { reason: 'scheme_unknown' },
    });
  });
});

describe('coarse bounds', () => {
  it.each(SHAPES)('shut out no version that is not clean: %s', (_, assertion) => {
    for (const version of [
      '0',
      '0.9',
      '1.0.0',
      '1.1.0',
      '1.5',
      '2.0.0-rc.1',
      '2.1.0',
      '7.3',
      '8.1.3',
      '9.1',
      '9.9',
      '99.0.0',
      '0.9.x',
      '8.1.*',
      '99.x',
    ]) {
      const isOut = !mayInclude(coarseBounds(assertion), version);
      const { verdict } = evaluate(assertion, { version });

      expect(isOut ? verdict : 'not_affected', version).toBe('not_affected');
    }
  });

  it('shut out what is past the fix', () => {
    const bounds = coarseBounds(only(readOsv(npm([{ introduced: '0' }, { fixed: '1.33.0' }]))));

    expect(['1.32.9', '1.34.0'].map((version) => mayInclude(bounds, version))).toEqual([true, false]);
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
