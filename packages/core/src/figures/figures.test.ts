import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cveList, factsWith, osv } from '../../test/dossier-records.ts';
import { reconcileCve } from '../dossier/dossier.ts';
import { readCve } from '../ranges/cve.ts';
import type { Assertion } from '../ranges/model.ts';
import { readOsv } from '../ranges/osv.ts';
import { type CarriedVersion, carriedFixes } from './carried-fix.ts';
import { cveGrade } from './cve-grade.ts';
import { type FixStatement, fixSince } from './fix-since.ts';
import { type GradedCves, qualityFigures } from './grades.ts';
import { monthsOf } from './open-months.ts';

describe('cveGrade', () => {
  it('is the quality of the dossier, with the year and the assigner', () => {
    const facts = factsWith({ cveList: cveList({ title: 'Hole' }), osv: [osv('GHSA-a')] });
    const { score, missingFields } = reconcileCve(facts, []).quality;

    expect(cveGrade(facts)).toMatchObject({ score, missing: missingFields, year: expect.any(Number) });
  });

  it.each([
    ['rejected', { cveList: cveList({}, 'REJECTED') }],
    ['reserved', { idService: 'reserved' as const }],
    ['unknown', {}],
  ])('has nothing to grade of an id that is %s', (_name, given) => {
    expect(cveGrade(factsWith(given))).toBeNull();
  });

  it('takes the year of the id where nobody dates it', () => {
    const facts = {
      ...factsWith({ osv: [{ ...osv('GHSA-a'), value: { id: 'GHSA-a', aliases: [] } }] }),
      id: 'CVE-2019-1234',
    };

    expect(cveGrade(facts)?.year).toBe(2019);
  });
});

describe('qualityFigures', () => {
  const row = (
    score: number,
    count: number,
    year: number | null = 2026,
    assigner: string | null = 'a',
  ): GradedCves => ({
    score,
    count,
    year,
    assigner,
  });

  it('counts in tens, by grade, year and assigner', () => {
    const found = qualityFigures(
      [row(100, 2), row(90, 1, 2025), row(9, 3, null, null), row(40, 4, 2025, 'b')],
      [{ name: 'cwes', count: 5 }],
      [{ name: 'DATE_DISAGREES', count: 1 }],
    );

    expect([found.total, found.averageScore, found.grades]).toEqual([10, 47.7, { A: 3, B: 0, C: 0, D: 4, F: 3 }]);
    expect(found.scores.map(({ from, to, count }) => [from, to, count]).filter(([, , count]) => count !== 0)).toEqual([
      [0, 9, 3],
      [40, 49, 4],
      [90, 100, 3],
    ]);
    expect([found.missingFields.cwes, found.missingFields.title, found.conflicts.DATE_DISAGREES]).toEqual([5, 0, 1]);
    expect(found.byYear.map(({ year, total }) => [year, total])).toEqual([
      [2026, 2],
      [2025, 5],
      [null, 3],
    ]);
    expect(found.byAssigner.map(({ assigner, total }) => [assigner, total])).toEqual([
      ['b', 4],
      [null, 3],
      ['a', 3],
    ]);
  });

  it('has no average of nothing', () => {
    expect(qualityFigures([], [], []).averageScore).toBeNull();
  });

  it('loses none and counts none twice', () => {
    const rows = fc.array(
      fc.record({
        score: fc.integer({ min: 0, max: 100 }),
        count: fc.integer({ min: 1, max: 50 }),
        year: fc.option(fc.integer({ min: 1999, max: 2030 })),
        assigner: fc.option(fc.constantFrom('a', 'b', '__proto__')),
      }),
    );
    fc.assert(
      fc.property(rows, (graded) => {
        const found = qualityFigures(graded, [], []);
        const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

        for (const parts of [
          Object.values(found.grades),
          found.scores.map(({ count }) => count),
          found.byYear.map(({ total }) => total),
          found.byAssigner.map(({ total }) => total),
        ]) {
          expect(sum(parts)).toBe(found.total);
        }
      }),
    );
  });
});

describe('fixSince', () => {
  const said = (given: Partial<FixStatement>): FixStatement => ({
    record: 'osv GHSA-a',
    knownFrom: '2026-02-01T00:00:00.000Z',
    named: true,
    current: true,
    published: '2026-01-01T00:00:00.000Z',
    ...given,
  });
  const later = '2026-03-01T00:00:00.000Z';

  it.each<[string, FixStatement[], [string, string] | null]>([
    ['nothing is said', [], null],
    ['no fix is named', [said({ named: false })], null],
    ['it was named from the beginning', [said({})], ['2026-01-01', 'published']],
    [
      'it was named later',
      [said({ named: false, current: false }), said({ knownFrom: later })],
      ['2026-03-01', 'observed'],
    ],
    ['it was taken back', [said({ current: false }), said({ knownFrom: later, named: false })], null],
    ['the record has no date', [said({ published: null })], ['2026-02-01', 'observed']],
    ['the record is dated after we saw it', [said({ published: later })], ['2026-02-01', 'observed']],
    [
      'two records name one',
      [said({ named: false, current: false }), said({ knownFrom: later }), said({ record: 'osv GHSA-b' })],
      ['2026-01-01', 'published'],
    ],
  ])('when %s', (_name, statements, expected) => {
    const found = fixSince(statements);

    expect(found === null ? null : [found.at.slice(0, 10), found.basis]).toEqual(expected);
  });
});

describe('monthsOf', () => {
  it('counts over the turn of a year, a fix never before its vulnerability', () => {
    const spans = [
      { known: '2025-11-30T23:59:59.999Z', fixed: '2026-01-01T00:00:00.000Z' },
      { known: '2025-12-01T00:00:00.000Z', fixed: '2025-01-01T00:00:00.000Z' },
      { known: '2026-01-31T00:00:00.000Z', fixed: null },
    ];

    expect(monthsOf(spans, '2026-02-15T00:00:00.000Z').map(Object.values)).toEqual([
      ['2025-11', 1, 0, 1],
      ['2025-12', 1, 1, 1],
      ['2026-01', 1, 1, 1],
      ['2026-02', 0, 0, 1],
    ]);
  });

  it('leaves out what lies ahead', () => {
    expect(monthsOf([{ known: '2030-01-01T00:00:00.000Z', fixed: null }], '2026-02-15T00:00:00.000Z')).toEqual([]);
  });

  it('is never below none, and ends with what has no fix', () => {
    const day = fc
      .date({ min: new Date('2019-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(fc.array(fc.record({ known: day, fixed: fc.option(day) })), (spans) => {
        const months = monthsOf(spans, '2026-02-15T00:00:00.000Z');

        for (const { open } of months) expect(open).toBeGreaterThanOrEqual(0);
        expect(months.at(-1)?.open ?? 0).toBe(spans.filter(({ fixed }) => fixed === null).length);
      }),
    );
  });
});

describe('carriedFixes', () => {
  const osvSays = readOsv({
    id: 'GHSA-a',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'flex' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0' }] }],
      },
    ],
  }).assertions;
  const productSays = (vendor: string): readonly Assertion[] =>
    readCve({
      cveMetadata: { cveId: 'CVE-2026-0001' },
      containers: {
        cna: {
          affected: [
            {
              vendor,
              product: 'flex',
              defaultStatus: 'unaffected',
              versions: [{ version: '0', lessThan: '2.0', status: 'affected', versionType: 'semver' }],
            },
          ],
        },
      },
    }).assertions;
  const carried = (version: string | null, given: Partial<CarriedVersion> = {}): CarriedVersion => ({
    channel: 'nixos-unstable',
    attribute: 'flex',
    pname: null,
    version,
    ecosystem: null,
    ecosystemName: null,
    cpes: [],
    purls: [],
    makers: ['westes'],
    homepage: null,
    knownVulnerabilities: [],
    patched: [],
    knownFrom: version ?? '',
    ...given,
  });
  const python = { ecosystem: 'PyPI', ecosystemName: 'flex' };

  it.each<[string, readonly Assertion[], CarriedVersion[], string | null]>([
    [
      'is there since the first version past it',
      osvSays,
      [carried('1.0', python), carried('2.0', python), carried('2.1', python)],
      '2.0',
    ],
    ['was there and is lost again', osvSays, [carried('2.0', python), carried('1.0', python)], null],
    ['cannot be told without a version', osvSays, [carried(null, python)], null],
    [
      'is a patch that is named after it',
      osvSays,
      [carried('1.0'), carried('1.1', { patched: ['CVE-2026-0001'] })],
      '1.1',
    ],
    ['is not that of another product of the name', productSays('apache'), [carried('2.6.4')], null],
    ['is that of the maker', productSays('westes'), [carried('1.0'), carried('2.6.4')], '2.6.4'],
    [
      'is that of the vendor whom the collection names',
      productSays('gnu'),
      [carried('2.6.4', { cpes: ['cpe:2.3:a:gnu:flex:2.6.4:*:*:*:*:*:*:*'] })],
      '2.6.4',
    ],
    ['is not that of a language’s package of the name', osvSays, [carried('2.6.4')], null],
  ])('%s', (_name, assertions, versions, expected) => {
    expect(carriedFixes(versions)('CVE-2026-0001', assertions)?.version ?? null).toBe(expected);
  });
});
