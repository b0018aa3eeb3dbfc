import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCve } from './cve.ts';
import { evaluate } from './evaluate.ts';
import type { Assertion } from './model.ts';
import { readOsv } from './osv.ts';
import { type VersionSpan, versionLine } from './version-line.ts';

type Events = readonly Readonly<Record<string, string>>[];

/** What an OSV record of npm says about one package. */
function said(...ranges: readonly Events[]): readonly Assertion[] {
  const affected = ranges.map((events) => ({
    package: { ecosystem: 'npm', name: 'boat' },
    ranges: [{ type: 'SEMVER', events }],
  }));
  return readOsv({ id: 'GHSA-2222-3333-4444', affected }).assertions;
}

/** `-1.0` before the cut is free, `+` affected; `)` ends before a version, `]` with it; `*` marks what was asked. */
function drawn(spans: readonly VersionSpan[] | null): string | null {
  if (spans === null) return null;
  return spans
    .map(({ affected, to, isAsked }) => {
      const end = to === null ? '' : `${to.version}${to.side === 'before' ? ')' : ']'}`;
      return `${affected ? '+' : '-'}${isAsked ? '*' : ''}${end}`;
    })
    .join(' ');
}

function withdrawn(...ranges: readonly Events[]): readonly Assertion[] {
  return said(...ranges).map((one) => Object.assign({}, one, { withdrawn: true }));
}

function ofPackage(ecosystem: string, beside: object): readonly Assertion[] {
  return readOsv({ id: 'X-1', affected: [{ package: { ecosystem, name: 'boat' }, ...beside }] }).assertions;
}

const COMMITS = { type: 'GIT', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] };
const PYTHON = { ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0' }] }] };
const BOUNDED = { version: '10.2.0', lessThan: '10.2.9', status: 'affected', versionType: 'semver' };
const FIXED: Events = [{ introduced: '1.0.0' }, { fixed: '1.4.2' }];

describe('the line of all versions', () => {
  it.each<[string, readonly Assertion[], string | null, string | null]>([
    ['from a version to its fix', said(FIXED), null, '-1.0.0) +1.4.2) -'],
    ['from the beginning', said([{ introduced: '0' }, { fixed: '2.0.0' }]), '1.9.9', '+*2.0.0) -'],
    ['from the lowest there is', said([{ introduced: '0.0.0-0' }, { fixed: '2.0.0' }]), null, '+2.0.0) -'],
    ['without an end', said([{ introduced: '3.0.0' }]), '2.9.9', '-*3.0.0) +'],
    ['to the last one affected', said([{ introduced: '0' }, { last_affected: '1.0.0' }]), '1.0.0', '+*1.0.0] -'],
    [
      'in several lines',
      said(FIXED, [{ introduced: '2.0.0' }, { fixed: '2.1.0' }]),
      '1.5.0',
      '-1.0.0) +1.4.2) -*2.0.0) +2.1.0) -',
    ],
    ['that overlap', said(FIXED, [{ introduced: '1.2.0' }, { fixed: '2.1.0' }]), null, '-1.0.0) +2.1.0) -'],
    [
      'that end after one that goes further',
      said([{ introduced: '0' }, { fixed: '2.0.0' }], [{ introduced: '0' }, { fixed: '1.0.0' }]),
      null,
      '+2.0.0) -',
    ],
    [
      'that begin where another has begun',
      said([{ introduced: '1.0.0' }], [{ introduced: '0' }, { fixed: '2.0.0' }]),
      null,
      '+',
    ],
    [
      'that meet at a last version',
      said([{ introduced: '1.0.0' }, { last_affected: '1.4.2' }], [{ introduced: '1.4.2' }, { fixed: '1.5.0' }]),
      null,
      '-1.0.0) +1.5.0) -',
    ],
    [
      'of a last version and a fix at the same',
      said([{ introduced: '0' }, { fixed: '1.4.2' }], [{ introduced: '0' }, { last_affected: '1.4.2' }]),
      null,
      '+1.4.2] -',
    ],
    ['with nothing in them', said([{ introduced: '1.0.0' }, { fixed: '1.0.0' }]), null, null],
    ['that meet', said(FIXED, [{ introduced: '1.4.2' }, { fixed: '1.5.0' }]), null, '-1.0.0) +1.5.0) -'],
    ['with a version that cannot be read', said(FIXED), 'latest', '-1.0.0) +1.4.2) -'],
    ['in commits', [], null, null],
    ['with bounds that are no versions', said([{ introduced: 'one' }, { fixed: '2.0.0' }]), null, null],
    [
      'with as many stretches as fit',
      said(...Array.from({ length: 7 }, (_, i): Events => [{ introduced: `${i}.1.0` }, { fixed: `${i}.2.0` }])),
      null,
      `${Array.from({ length: 7 }, (_, i) => `-${i}.1.0) +${i}.2.0)`).join(' ')} -`,
    ],
    [
      'with too many stretches',
      said(...Array.from({ length: 8 }, (_, i): Events => [{ introduced: `${i}.1.0` }, { fixed: `${i}.2.0` }])),
      null,
      null,
    ],
  ])('%s', (_name, assertions, asked, expected) => {
    expect(drawn(versionLine(assertions, asked))).toBe(expected);
  });

  it.each<[string, readonly object[], string | null]>([
    [
      'named besides what is affected',
      [{ version: '9.1.0', status: 'unaffected', versionType: 'semver' }, BOUNDED],
      '-10.2.0) +10.2.9) -',
    ],
    ['within what is affected', [{ version: '10.2.3', status: 'unaffected', versionType: 'semver' }, BOUNDED], null],
    [
      'right after what is affected',
      [{ version: '10.2.9', status: 'unaffected', versionType: 'semver' }, BOUNDED],
      '-10.2.0) +10.2.9) -',
    ],
    [
      'right before what is affected',
      [{ version: '9.0.0', lessThan: '10.2.0', status: 'unaffected', versionType: 'semver' }, BOUNDED],
      '-10.2.0) +10.2.9) -',
    ],
    [
      'in the order of another ecosystem',
      [{ version: '9.1.0', lessThan: '9.2.0', status: 'unaffected', versionType: 'maven' }, BOUNDED],
      null,
    ],
    ['that is a line', [{ version: '9.*', status: 'unaffected', versionType: 'semver' }, BOUNDED], null],
    [
      'that is a range and leaves out one of two ranges',
      [
        { version: '10.2.3', lessThan: '10.2.5', status: 'unaffected', versionType: 'semver' },
        BOUNDED,
        { ...BOUNDED, version: '1.0.0', lessThan: '1.1.0' },
      ],
      null,
    ],
    ['of unknown status', [{ version: '9.1.0', status: 'unknown' }, BOUNDED], null],
  ])('an exception %s', (_name, versions, expected) => {
    const affected = [{ vendor: 'Tidewater', product: 'Wall', defaultStatus: 'unaffected', versions }];
    const { assertions } = readCve({ cveMetadata: { cveId: 'CVE-2024-3400' }, containers: { cna: { affected } } });

    expect(drawn(versionLine(assertions, null))).toBe(expected);
  });

  const single = { version: '1.0.0', status: 'affected', versionType: 'semver' };

  it.each<[string, readonly object[], object, string | null]>([
    ['versions one by one', [single, { ...single, version: '3.0.0' }], {}, '-1.0.0) +1.0.0] -3.0.0) +3.0.0] -'],
    ['versions beside a range', [single, BOUNDED], {}, '-1.0.0) +1.0.0] -10.2.0) +10.2.9) -'],
    ['versions of two orders', [single, { ...BOUNDED, versionType: 'maven' }], {}, null],
    ['a line', [{ ...single, version: '8.*' }], {}, null],
    ['a line that ends a range', [{ ...BOUNDED, lessThan: '11.*' }], {}, null],
    ['all versions by default', [single], { defaultStatus: 'affected' }, null],
    [
      'an exception where nothing is said about the rest',
      [{ ...single, version: '0.1.0', status: 'unaffected' }, single],
      { defaultStatus: 'unknown' },
      null,
    ],
  ])('of a CVE record that names %s', (_name, versions, beside, expected) => {
    const affected = [{ vendor: 'Tidewater', product: 'Wall', defaultStatus: 'unaffected', versions, ...beside }];
    const { assertions } = readCve({ cveMetadata: { cveId: 'CVE-2024-3400' }, containers: { cna: { affected } } });

    expect(drawn(versionLine(assertions, null))).toBe(expected);
  });

  it.each<[string, readonly Assertion[], string | null]>([
    ['is withdrawn', withdrawn(FIXED), null],
    ['names commits', ofPackage('npm', { ranges: [COMMITS] }), null],
    [
      'names commits beside its range',
      ofPackage('npm', { ranges: [COMMITS, { type: 'SEMVER', events: FIXED }] }),
      '-1.0.0) +1.4.2) -',
    ],
    [
      'lists the versions of its range',
      ofPackage('npm', { ranges: [{ type: 'SEMVER', events: FIXED }], versions: ['1.0.0', '1.3.0'] }),
      '-1.0.0) +1.4.2) -',
    ],
    ['compares as another ecosystem does', [...said(FIXED), ...ofPackage('PyPI', PYTHON)], null],
    ['is one of two', [...said(FIXED), ...ofPackage('PyPI', PYTHON)].slice(0, 1), '-1.0.0) +1.4.2) -'],
    ['comes before a withdrawn one', [...said(FIXED), ...withdrawn(FIXED)], null],
  ])('of a record that %s', (_name, assertions, expected) => {
    expect(drawn(versionLine(assertions, null))).toBe(expected);
  });

  it('agrees with the judgement about every version', () => {
    const version = fc.tuple(fc.nat(4), fc.nat(4)).map(([major, minor]) => `${major}.${minor}.0`);
    const range = fc.tuple(version, version, fc.constantFrom('fixed', 'last_affected'));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 3 }), version, (ranges, asked) => {
        const assertions = said(...ranges.map(([from, to, end]): Events => [{ introduced: from }, { [end]: to }]));

        const spans = versionLine(assertions, asked);

        const judged = assertions.some((one) => evaluate(one, { version: asked }).verdict === 'affected');
        if (spans !== null)
          expect(spans.filter(({ isAsked }) => isAsked).map(({ affected }) => affected)).toEqual([judged]);
      }),
    );
  });
});
