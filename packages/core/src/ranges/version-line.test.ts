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
    ['that meet', said(FIXED, [{ introduced: '1.4.2' }, { fixed: '1.5.0' }]), null, '-1.0.0) +1.5.0) -'],
    ['with a version that cannot be read', said(FIXED), 'latest', '-1.0.0) +1.4.2) -'],
    ['in commits', [], null, null],
    ['with bounds that are no versions', said([{ introduced: 'one' }, { fixed: '2.0.0' }]), null, null],
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
    ['of unknown status', [{ version: '9.1.0', status: 'unknown' }, BOUNDED], null],
  ])('an exception %s', (_name, versions, expected) => {
    const affected = [{ vendor: 'Tidewater', product: 'Wall', defaultStatus: 'unaffected', versions }];
    const { assertions } = readCve({ cveMetadata: { cveId: 'CVE-2024-3400' }, containers: { cna: { affected } } });

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
