import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRITICAL, cveList, factsWith, MEDIUM, metric, osv } from '../../test/dossier-records.ts';
import { CONFLICT_CODES } from './conflict.ts';
import { reconcileCve } from './dossier.ts';
import type { CveFacts } from './facts.ts';
import { CONFLICT_PENALTIES, GRADE_THRESHOLDS, gradeOf, QUALITY_WEIGHTS } from './quality.ts';

function quality(given: Partial<CveFacts>) {
  return reconcileCve(factsWith(given), []).quality;
}

const whole = cveList({
  title: 'Hole',
  metrics: [metric(CRITICAL, 9.8)],
  problemTypes: [{ descriptions: [{ cweId: 'CWE-22' }] }],
  affected: [{ vendor: 'acme', product: 'thing', versions: [{ version: '0', lessThan: '1.2', status: 'affected' }] }],
  references: [{ url: 'https://example.org' }],
});

describe('qualityOf', () => {
  it('weighs to a hundred, with a penalty for every conflict', () => {
    expect(Object.values(QUALITY_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
    expect(Object.keys(CONFLICT_PENALTIES).toSorted()).toEqual([...CONFLICT_CODES].toSorted());
  });

  it('gives a whole record the whole score', () => {
    expect(quality({ cveList: whole })).toEqual({
      score: 100,
      grade: 'A',
      completeness: 100,
      missingFields: [],
      conflicts: [],
    });
  });

  it('names what is missing and takes its weight away', () => {
    const found = quality({ cveList: cveList({ title: 'Hole', metrics: [metric(CRITICAL, 9.8)] }) });

    expect(found.missingFields).toEqual(['cwes', 'affectedPackages', 'versionRanges', 'fixedVersions', 'references']);
    expect([found.score, found.grade]).toEqual([45, 'D']);
  });

  it('takes a conflict away once, however many there are of its kind', () => {
    const scored = (id: string) => osv(id, undefined, { severity: [{ type: 'CVSS_V3', score: MEDIUM }] });

    const one = quality({ cveList: whole, osv: [scored('GHSA-a')] });
    const many = quality({ cveList: whole, osv: ['GHSA-a', 'GO-1', 'PYSEC-1'].map(scored) });

    expect([one.completeness, one.score]).toEqual([100, 95]);
    expect(many.score).toBe(one.score);
  });

  it('is never A where the CVE list and the advisory name different fixes', () => {
    const found = quality({ cveList: whole, osv: [osv('GHSA-a', [{ introduced: '0' }, { fixed: '1.2.3' }])] });

    expect(found.conflicts.map(({ code }) => code)).toEqual(['FIX_DISAGREES']);
    expect([found.completeness, found.grade]).toEqual([100, 'B']);
  });

  it('does not take a text that cannot be read for a range', () => {
    const affected = [{ vendor: 'acme', product: 'thing', versions: [{ version: 'n/a', status: 'affected' }] }];

    expect(quality({ cveList: cveList({ affected }) }).missingFields).toContain('versionRanges');
  });

  it('finds a record of another source alone incomplete', () => {
    expect(quality({ osv: [osv('GHSA-a')] }).missingFields).toContain('cveListRecord');
  });

  it('does not miss the record that rejects an id', () => {
    const { missingFields } = quality({ cveList: cveList({}, 'REJECTED') });

    expect([missingFields.includes('cveListRecord'), missingFields.includes('severity')]).toEqual([false, true]);
  });

  it.each([{ cveList: cveList({}, 'REJECTED') }, { idService: 'reserved' as const }, { announced: true }])(
    'has nothing to grade of an id without a usable record',
    (given) => {
      expect(quality(given)).toMatchObject({ score: 0, grade: 'F', completeness: 0 });
    },
  );

  it('grades by the thresholds, which fall', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (score) => {
        const at = GRADE_THRESHOLDS.findIndex(({ grade }) => grade === gradeOf(score));

        expect(score).toBeGreaterThanOrEqual(GRADE_THRESHOLDS[at]?.from ?? Number.NaN);
        expect(score).toBeLessThan(GRADE_THRESHOLDS[at - 1]?.from ?? 101);
      }),
    );
  });
});
