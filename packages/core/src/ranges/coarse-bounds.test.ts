import { describe, expect, it } from 'vitest';
import { cve, npm, only, osv, SHAPES } from '../../test/assertion-shapes.ts';
import { coarseBounds, mayInclude } from './coarse-bounds.ts';
import { readCve } from './cve.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion } from './model.ts';
import { readOsv } from './osv.ts';

const VERSIONS = ['0.5.0', '1.0.0', '1.5.0', '2.0.0', '3.0.0', '99.0.0'];
const ALL = VERSIONS.join(' ');

/** The versions that an entry may be about. */
function listIncluded(assertion: Assertion): string {
  const bounds = coarseBounds(assertion);
  return VERSIONS.filter((version) => mayInclude(bounds, version)).join(' ');
}

const spared = { defaultStatus: 'unaffected' };
const said = (versions: object[], more: object = spared) => only(readCve(cve(versions, more)));
const semver = { status: 'affected', versionType: 'semver' };
const commits = { type: 'GIT', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] };
const withCommits = (more: object) => only(readOsv(osv({ package: { ecosystem: 'npm', name: 'x' }, ...more })));

describe('coarse bounds', () => {
  it.each<[string, string, Assertion]>([
    ['a range', '1.0.0 1.5.0 2.0.0', only(readOsv(npm([{ introduced: '1.0.0' }, { fixed: '2.0.0' }])))],
    ['a range from the beginning', '0.5.0 1.0.0', only(readOsv(npm([{ introduced: '0' }, { fixed: '1.0.0' }])))],
    ['a range without an end', '2.0.0 3.0.0 99.0.0', only(readOsv(npm([{ introduced: '2.0.0' }])))],
    [
      'two ranges and what is between them',
      '1.0.0 1.5.0 2.0.0 3.0.0',
      said([
        { ...semver, version: '2.0.0', lessThan: '3.0.0' },
        { ...semver, version: '1.0.0', lessThan: '1.5.0' },
      ]),
    ],
    [
      'versions one by one',
      '1.5.0 2.0.0',
      said([
        { ...semver, version: '2.0.0' },
        { ...semver, version: '1.5.0' },
      ]),
    ],
    [
      'a range beside an exception',
      '1.0.0 1.5.0 2.0.0',
      said([
        { ...semver, version: '1.0.0', lessThan: '2.0.0' },
        { ...semver, version: '3.0.0', status: 'unaffected' },
      ]),
    ],
    [
      'a range beside commits',
      '0.5.0 1.0.0 1.5.0',
      withCommits({ ranges: [commits, { type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }] }),
    ],
    ['commits', ALL, withCommits({ ranges: [commits] })],
    ['nothing', ALL, { ...said([]), defaultStatus: 'unaffected', claims: [] }],
    [
      'a default other than unaffected',
      ALL,
      said([{ ...semver, version: '1.0.0', lessThan: '2.0.0' }], { defaultStatus: 'affected' }),
    ],
    ['a default that nobody gave', ALL, said([{ ...semver, version: '1.0.0', lessThan: '2.0.0' }], {})],
    [
      'two orders',
      ALL,
      said([
        { ...semver, version: '1.0.0', lessThan: '2.0.0' },
        { status: 'affected', version: '1.0.0', lessThan: '1.5.0', versionType: 'maven' },
      ]),
    ],
    [
      'free text beside a range',
      ALL,
      said([
        { ...semver, version: '1.0.0', lessThan: '2.0.0' },
        { status: 'affected', version: 'the one with the blue lid' },
      ]),
    ],
    ['an update of a version', ALL, said([{ status: 'affected', version: '1.5.0 Update 3' }])],
    ['a product in place of a version', ALL, said([{ status: 'affected', version: 'Thing-Pro' }])],
    [
      'a line that starts a range',
      '0.5.0 1.0.0 1.5.0',
      said([{ status: 'affected', version: '1.*', lessThan: '1.5.0', versionType: 'custom' }]),
    ],
    [
      'a line that ends a range',
      '1.5.0 2.0.0 3.0.0 99.0.0',
      said([{ status: 'affected', version: '1.5.0', lessThanOrEqual: '2.*', versionType: 'custom' }]),
    ],
    [
      'the order of one vendor’s builds',
      ALL,
      only(
        readOsv(
          osv({
            package: { ecosystem: 'Root:PyPI', name: 'x' },
            ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0.0' }, { fixed: '1.5.0' }] }],
          }),
        ),
      ),
    ],
  ])('let in what %s may be about', (_, included, assertion) => {
    expect(listIncluded(assertion)).toBe(included);
  });

  it.each(['1.x', '9.*', 'latest', null])('shut out no version that cannot be placed: %j', (version) => {
    expect(mayInclude(coarseBounds(only(readOsv(npm([{ introduced: '2.0.0' }, { fixed: '3.0.0' }])))), version)).toBe(
      true,
    );
  });

  it('name no end where there is none', () => {
    const bounds = ([start, end]: readonly object[]) =>
      coarseBounds(only(readOsv(npm(end === undefined ? [start ?? {}] : [start ?? {}, end]))));

    expect(bounds([{ introduced: '0' }, { fixed: '1.0.0' }])).toMatchObject({ scheme: 'semver', min: null });
    expect(bounds([{ introduced: '1.0.0' }])).toMatchObject({ scheme: 'semver', max: null });
  });

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
});
